let view = { path: '', id: '' };

/**
 * Names the page that is open, so that the log of what staff saw counts one view of it once. Another
 * page, and the same one opened again, has another name. Where the browser makes no ids it stays empty.
 */
export function viewId(): string {
  const path = window.location.pathname;
  if (view.path !== path) view = { path, id: crypto.randomUUID?.() ?? '' };
  return view.id;
}
