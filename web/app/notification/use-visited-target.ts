import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { countNotifications, mayBeAbout, visitedPath } from './unread-count.ts';

/**
 * Marks notifications that link to the current page as read: when the page opens or is shown
 * again. Those that arrive while it is open are marked by `countNotifications` at once.
 */
export function useVisitedTarget(unread: number): void {
  const path = visitedPath(useLocation());
  useEffect(() => {
    const visit = () => {
      const isAbout = mayBeAbout(path, unread);
      if (isAbout && document.visibilityState === 'visible') void countNotifications();
    };
    visit();
    document.addEventListener('visibilitychange', visit);
    return () => document.removeEventListener('visibilitychange', visit);
  }, [path, unread]);
}
