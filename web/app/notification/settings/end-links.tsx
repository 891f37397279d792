import { useMutation } from '@tanstack/react-query';
import { api } from '~/lib/calls/api.ts';
import { notify } from '~/notify/notify.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { Button } from '~/ui/button.tsx';

/** Invalidates the links in earlier emails, if others can read that mailbox. */
export function EndLinks() {
  const end = useMutation(
    api.notification.revokeMailedLinks.mutationOptions({
      onSuccess: () => {
        notify.outcome({ title: 'The links in earlier emails no longer work.' });
      },
      onError: (error) => notifyFailure(error),
    }),
  );
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="max-w-md text-ink-soft text-sm">
        A link in each email changes your email settings without signing in. You can turn off the
        links in all emails sent so far.
      </p>
      <Button
        variant="outline"
        size="sm"
        busy={end.isPending}
        onClick={() => end.mutate(undefined)}
      >
        Turn off the links
      </Button>
    </div>
  );
}
