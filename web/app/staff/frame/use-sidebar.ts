import { useEffect, useEffectEvent, useState } from 'react';
import { isWide } from '~/lib/use-is-wide.ts';

const NAME = 'kindpal_sidebar';
/** Seven days, in seconds. [S1] */
const SIDEBAR_COOKIE_AGE = 604_800;

/** Whether the sidebar was left open; true at the first visit. [S1] */
export function readSidebarOpen(cookies: string): boolean {
  return !cookies.split(/;\s*/).includes(`${NAME}=collapsed`);
}

/** The cookie that stores this for a week. [S1] */
export function sidebarCookie(isOpen: boolean): string {
  const state = isOpen ? 'expanded' : 'collapsed';
  return `${NAME}=${state}; path=/; max-age=${SIDEBAR_COOKIE_AGE}; samesite=lax`;
}

/** Ctrl or Cmd with B. [S1] */
export function isSidebarKey(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): boolean {
  const isHeld = event.ctrlKey || event.metaKey;
  return isHeld && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'b';
}

/**
 * The state of the sidebar: expanded or collapsed, stored in its cookie; on a phone, whether its
 * sheet is open. [S1]
 */
export function useSidebar() {
  const [isExpanded, setExpanded] = useState(() => readSidebarOpen(document.cookie));
  const [isSheetOpen, setSheetOpen] = useState(false);

  function toggle() {
    if (!isWide()) return setSheetOpen(!isSheetOpen);
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet.
    document.cookie = sidebarCookie(!isExpanded);
    setExpanded(!isExpanded);
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isSidebarKey(event)) return;
    event.preventDefault();
    toggle();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);

  return { isExpanded, isSheetOpen, setSheetOpen, toggle };
}
