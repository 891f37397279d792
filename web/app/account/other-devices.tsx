import { useMutation } from '@tanstack/react-query';
import { api } from '~/lib/api.ts';
import { notify } from '~/notify/notify.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { Button } from '~/ui/button.tsx';
import { reloadUser } from './session-store.ts';

/** Ends every session of the member but this one. [U6] */
export function OtherDevices() {
  const signOutOthers = useMutation(
    api.account.signOut.mutationOptions({
      onSuccess: () => {
        notify.outcome({ title: 'All other devices are signed out' });
        // A change of email that waited has been cancelled with them.
        void reloadUser().catch(() => undefined);
      },
      onError: (error) => notifyFailure(error),
    }),
  );
  return (
    <div className="grid gap-3">
      <p className="text-ink-soft text-sm">
        Signed in on a phone you lost, or at a friend's? This device stays signed in.
      </p>
      <Button
        variant="outline"
        className="justify-self-start"
        busy={signOutOthers.isPending}
        onClick={() => signOutOthers.mutate({ scope: 'others' })}
      >
        Sign out other devices
      </Button>
    </div>
  );
}
