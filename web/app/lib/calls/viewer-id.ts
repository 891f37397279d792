let viewer: string | null = null;
let first: string | null = null;

/** The session, which makes calls, stores its member here: calls cannot import the session. */
export function setViewerId(id: string | null): void {
  viewer = id;
  first ??= id;
}

/**
 * In whose name this page sends changes: its first member, even while the page of another one
 * loads, and `visitor` once their session has ended. Null on a page that has shown no member. The
 * server refuses a change that comes with the cookie of anybody else.
 */
export function senderId(): string | null {
  return first && (viewer === null ? 'visitor' : first);
}
