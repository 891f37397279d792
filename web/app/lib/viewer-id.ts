let viewer: string | null = null;

/** The session names its member here, because calls do not import it. */
export function setViewerId(id: string | null): void {
  viewer = id;
}

/** The member whose page this tab shows, or null. */
export function viewerId(): string | null {
  return viewer;
}
