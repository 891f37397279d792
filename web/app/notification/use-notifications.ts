import { useQuery } from '@tanstack/react-query';
import { api } from '~/lib/api.ts';
import { queryClient } from '~/lib/query-client.ts';

/** Where no live stream runs, coming back to the tab asks again after this long. */
const STALE_MS = 30_000;
/** The server counts no further. */
const COUNTED = 100;

export const unreadNotificationsQuery = api.notification.countUnread.queryOptions({
  staleTime: STALE_MS,
  refetchOnWindowFocus: true,
});

/** How many notifications are unread; the bar also stands on pages without a cache of their own. */
export function useUnreadNotifications(): number {
  const { data } = useQuery(unreadNotificationsQuery, queryClient);
  return data?.unread ?? 0;
}

/** '7', or '99+' for all that are not counted. */
export function unreadText(unread: number): string {
  return unread >= COUNTED ? '99+' : String(unread);
}

/** What a screen reader is told of the bell. */
export function bellLabel(unread: number): string {
  return unread === 0 ? 'Notifications' : `Notifications, ${unreadText(unread)} unread`;
}

/** Looks again at lists and count, after this tab has marked something. */
export function lookAgainAtNotifications(): Promise<unknown> {
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: api.notification.list.key() }),
    queryClient.invalidateQueries({ queryKey: api.notification.countUnread.key() }),
  ]);
}
