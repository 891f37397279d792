import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { api } from '~/lib/api.ts';
import { queryClient } from '~/lib/query-client.ts';
import { lookAgainAtNotifications } from './use-notifications.ts';

/** Where notifications lead to; the server knows which pages these are. */
export const TARGETS =
  /^\/(jobs|chat|admin)\/|^\/(invited|my-requests|edit-profile|notifications|security)/;

/** Marks what leads to the page that the member is on as read, also when it comes while they look. */
export function useVisitedTarget(unread: number): void {
  const { pathname } = useLocation();
  const { mutate } = useMutation(
    api.notification.markVisited.mutationOptions({ onSuccess: lookAgainAtNotifications }),
    queryClient,
  );
  useEffect(() => {
    if (unread === 0 || !TARGETS.test(pathname)) return;
    const visit = () => {
      if (document.visibilityState === 'visible') mutate({ path: pathname.slice(0, 200) });
    };
    visit();
    document.addEventListener('visibilitychange', visit);
    return () => document.removeEventListener('visibilitychange', visit);
  }, [pathname, unread, mutate]);
}
