/** The server sets it beside the session's httpOnly cookie; it proves nothing and opens nothing. */
const HINT = 'kindpal_signed_in=1';

/** Whether a session is to be expected: without this cookie nobody needs to ask the server. */
export function hasSessionHint(): boolean {
  return document.cookie.split('; ').includes(HINT);
}
