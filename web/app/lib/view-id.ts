let view = { path: '', id: '' };

/**
 * An id of the open page, so that the staff log counts one view once. Another page, or the same
 * one opened again, gets a new id. Empty if the browser can't generate ids.
 */
export function viewId(): string {
  const path = window.location.pathname;
  if (view.path !== path) view = { path, id: crypto.randomUUID?.() ?? '' };
  return view.id;
}
