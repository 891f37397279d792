import { useMutation } from '@tanstack/react-query';
import { api } from '~/lib/calls/api.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { refetchNotifications } from './use-notifications.ts';

const outcome = {
  ...refetchNotifications,
  onError: (error: unknown) => notifyFailure(error),
};

/** Marks everything as read, in this tab and, by live events, in all others. */
export function useMarkAllRead(): () => void {
  const { mutate } = useMutation(
    api.notification.markAllRead.mutationOptions(outcome),
    queryClient,
  );
  return () => mutate(undefined);
}

/** Marks one as read, also when its link is pressed, without delaying the navigation. */
export function useMarkNotificationRead(): (id: string) => void {
  const { mutate } = useMutation(api.notification.markRead.mutationOptions(outcome), queryClient);
  return (id) => mutate({ id });
}
