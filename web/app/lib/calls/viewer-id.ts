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

let reader: string | null | undefined;

/** The member whose data the cache has; null for a visitor's. */
export function setReaderId(id: string | null): void {
  reader = id;
}

/**
 * In whose name this page reads. While a member signs in again over an unfinished form it is still
 * theirs: the server refuses, and the form keeps what it was filled with. [U7]
 */
export const readerId = () => reader ?? senderId();
