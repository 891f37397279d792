/** The server sets it beside the session's httpOnly cookie; it proves nothing and opens nothing. */
const HINT = 'kindpal_signed_in=1';

/** Takes the hint out of the browser; the server then ends the session that it stood for. [U6] */
export function dropSessionHint(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the CookieStore API is missing in older browsers.
  document.cookie = 'kindpal_signed_in=; Max-Age=0; Path=/; SameSite=Lax';
}

/** Whether a session is to be expected: without this cookie nobody needs to ask the server. */
export function hasSessionHint(): boolean {
  return document.cookie.split('; ').includes(HINT);
}
