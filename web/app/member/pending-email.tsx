import { useMutation } from '@tanstack/react-query';
import { acceptUser } from '~/account/session/session-store.ts';
import { api } from '~/lib/calls/api.ts';
import { errorText } from '~/lib/calls/error-text.ts';
import { isCalling } from '~/lib/calls/is-calling.ts';
import { notify } from '~/notify/notify.ts';
import { Banner } from '~/ui/banner.tsx';
import { Button } from '~/ui/button.tsx';

/** A new email address that is not confirmed yet, with a button to cancel the change. [U8] */
export function PendingEmail({ email, pending }: { email: string; pending: string }) {
  const keepOld = useMutation(
    api.account.updateUser.mutationOptions({
      onSuccess: (user) => {
        acceptUser(user);
        notify.outcome({ title: `Your email stays ${email}` });
      },
      onError: (error) => {
        const description = `Failed to update email: ${errorText(error)}`;
        notify.outcome({ title: 'Error', description, variant: 'destructive', error });
      },
    }),
  );
  return (
    <Banner
      tone="caution"
      title={`${pending} is pending`}
      action={
        <Button
          size="sm"
          variant="outline"
          busy={keepOld.isPending}
          onClick={() => isCalling(api.account.updateUser) || keepOld.mutate({ email })}
        >
          Keep the current email
        </Button>
      }
    >
      We sent a link there. Until the new address confirms, {email} stays yours.
    </Banner>
  );
}
