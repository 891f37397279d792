import { useMutation } from '@tanstack/react-query';
import { client } from '~/lib/client.ts';
import { errorText } from '~/lib/error-text.ts';
import { notify } from '~/notify/notify.ts';
import { Button } from '~/ui/button.tsx';
import { reloadUser } from './session-store.ts';

/** Ends every session of the member but this one. [U6] */
export function OtherDevices() {
  const signOutOthers = useMutation({
    mutationFn: () => client.account.signOut({ scope: 'others' }),
    onSuccess: () => {
      notify.outcome({ title: 'All other devices are signed out' });
      // A change of email that waited has been cancelled with them.
      void reloadUser().catch(() => undefined);
    },
    onError: (error) => {
      notify.outcome({ title: 'Error', description: errorText(error), variant: 'destructive' });
    },
  });
  return (
    <div className="grid gap-3">
      <p className="text-ink-soft text-sm">
        Signed in on a phone you lost, or at a friend's? This device stays signed in.
      </p>
      <Button
        variant="outline"
        className="justify-self-start"
        busy={signOutOthers.isPending}
        onClick={() => signOutOthers.mutate()}
      >
        Sign out other devices
      </Button>
    </div>
  );
}
