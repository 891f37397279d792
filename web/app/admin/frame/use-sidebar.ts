import { useEffect, useEffectEvent, useState } from 'react';
import { isWide } from '~/lib/use-is-wide.ts';
import { isSidebarKey, readSidebarOpen, sidebarCookie } from './sidebar-cookie.ts';

/** The sidebar: expanded or collapsed and kept in its cookie; on a phone a sheet, open or not. [S1] */
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
    const heard = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', heard);
    return () => window.removeEventListener('keydown', heard);
  }, []);

  return { isExpanded, isSheetOpen, setSheetOpen, toggle };
}
