let viewer: string | null = null;

/** The session, which makes calls, stores its member here: calls cannot import the session. */
export function setViewerId(id: string | null): void {
  viewer = id;
}

/** The member whose page this tab shows, or null. */
export function viewerId(): string | null {
  return viewer;
}
