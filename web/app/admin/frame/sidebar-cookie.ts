const NAME = 'kindpal_sidebar';
/** Seven days, in seconds. [S1] */
export const SIDEBAR_COOKIE_AGE = 604_800;

/** Whether the sidebar was left open; open for whoever comes for the first time. [S1] */
export function readSidebarOpen(cookies: string): boolean {
  return !cookies.split(/;\s*/).includes(`${NAME}=collapsed`);
}

/** The cookie that keeps it so for a week. [S1] */
export function sidebarCookie(isOpen: boolean): string {
  const state = isOpen ? 'expanded' : 'collapsed';
  return `${NAME}=${state}; path=/; max-age=${SIDEBAR_COOKIE_AGE}; samesite=lax`;
}

/** Ctrl or Cmd with b. [S1] */
export function isSidebarKey(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): boolean {
  const isHeld = event.ctrlKey || event.metaKey;
  return isHeld && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'b';
}
