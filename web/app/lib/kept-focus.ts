/** Marks what has the focus only because the control in it that had it disappeared. */
export const KEPT_FOCUS = 'data-kept-focus';

/** Whether nothing has been focused since the control that had the focus disappeared. */
export function hasLostFocus(): boolean {
  const at = document.activeElement;
  return at === null || at === document.body || at.hasAttribute(KEPT_FOCUS);
}
