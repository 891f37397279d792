/** The server sets it beside the httpOnly session cookie; it proves nothing and gives no access. */
const HINT = 'kindpal_signed_in=1';

/** Removes the hint cookie; the server then ends the session at the next request. [U6] */
export function dropSessionHint(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the CookieStore API is missing in older browsers.
  document.cookie = 'kindpal_signed_in=; Max-Age=0; Path=/; SameSite=Lax';
}

/** Whether there may be a session: without this cookie, no request to the server is needed. */
export function hasSessionHint(): boolean {
  return document.cookie.split('; ').includes(HINT);
}
