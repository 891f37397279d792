import { useQuery } from '@tanstack/react-query';
import { queryClient } from '~/lib/calls/query-client.ts';
import { unreadText } from '~/lib/counted.ts';
import { refetchAffected } from '~/lib/live/live.ts';
import { unreadNotificationsQuery } from './unread-count.ts';

/**
 * The number of unread notifications, at most 100. The bar also appears on pages without a query
 * provider.
 */
export function useUnreadNotifications(): number {
  const { data } = useQuery(unreadNotificationsQuery, queryClient);
  return data?.unread ?? 0;
}

/** The bell's label for screen readers. */
export function bellLabel(unread: number): string {
  return unread === 0 ? 'Notifications' : `Notifications, ${unreadText(unread)} unread`;
}

/**
 * Options for a mutation of the member's own notifications: afterwards, lists and count are
 * refetched once, although the change's live event arrives as well.
 */
export const refetchNotifications = {
  onMutate: () => Date.now(),
  onSuccess: (_answer: unknown, _input: unknown, since: number) =>
    refetchAffected({ table: 'notifications', op: 'update', id: 'own' }, since),
};
