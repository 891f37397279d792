import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { api } from '~/lib/api.ts';
import { queryClient } from '~/lib/query-client.ts';
import { refetchNotifications } from './use-notifications.ts';

/**
 * The pages that notifications link to; the server decides which notifications belong to a page.
 */
export const TARGETS =
  /^\/(jobs|chat|admin)\/|^\/(invited|my-requests|edit-profile|notifications|security)/;

/**
 * Marks notifications that link to the current page as read, including those that arrive while it
 * is open.
 */
export function useVisitedTarget(unread: number): void {
  const { pathname, search } = useLocation();
  const tab = new URLSearchParams(search).get('tab');
  const path = `${pathname}${tab ? `?tab=${tab}` : ''}`.slice(0, 200);
  const { mutate } = useMutation(
    api.notification.markVisited.mutationOptions(refetchNotifications),
    queryClient,
  );
  useEffect(() => {
    if (unread === 0 || !TARGETS.test(path)) return;
    const visit = () => {
      if (document.visibilityState === 'visible') mutate({ path });
    };
    visit();
    document.addEventListener('visibilitychange', visit);
    return () => document.removeEventListener('visibilitychange', visit);
  }, [path, unread, mutate]);
}
