import { useMutation } from '@tanstack/react-query';
import { api } from '~/lib/calls/api.ts';
import { notify } from '~/notify/notify.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { Button } from '~/ui/button.tsx';
import { refetchNotifications } from '../use-notifications.ts';

/** Sends a test notification to oneself. */
export function SendTest() {
  const send = useMutation(
    api.notification.sendTest.mutationOptions({
      ...refetchNotifications,
      onSuccess: (answer, input, since) => {
        notify.outcome(
          answer.mail_reason === 'unconfirmed'
            ? {
                title: 'Sent. Check the bell and your devices.',
                description: 'Emails start once you confirm your email.',
              }
            : { title: 'Sent. Check the bell, your email and your devices.' },
        );
        return refetchNotifications.onSuccess(answer, input, since);
      },
      onError: (error) => notifyFailure(error),
    }),
  );
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-ink-soft text-sm">See what a notification looks like.</p>
      <Button
        variant="outline"
        size="sm"
        busy={send.isPending}
        onClick={() => send.mutate(undefined)}
      >
        Send me a test
      </Button>
    </div>
  );
}
