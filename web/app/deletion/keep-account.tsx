import { useMutation } from '@tanstack/react-query';
import { api } from '~/lib/calls/api.ts';
import { formatDate } from '~/lib/format.ts';
import { notify } from '~/notify/notify.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { refetchAccount } from '~/security/refetch-account.ts';
import { Banner } from '~/ui/banner.tsx';
import { Button } from '~/ui/button.tsx';

/** Shows when the account will be deleted, with a button to keep it. [X1] */
export function KeepAccount({ dueAt }: { dueAt: string }) {
  const keep = useMutation(
    api.deletion.withdraw.mutationOptions({
      onSuccess: () => {
        notify.outcome({ title: 'You keep your account' });
        return refetchAccount();
      },
      onError: (error) => notifyFailure(error),
    }),
  );
  return (
    <Banner
      tone="caution"
      title={`Your account will be deleted on ${formatDate(dueAt)}`}
      action={
        <Button size="sm" busy={keep.isPending} onClick={() => keep.mutate(undefined)}>
          Keep my account
        </Button>
      }
    >
      Everything works as usual until then. After that, it can’t be restored.
    </Banner>
  );
}
