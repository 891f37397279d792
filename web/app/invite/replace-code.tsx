import { useMutation } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { api } from '~/lib/calls/api.ts';
import { isCalling } from '~/lib/calls/is-calling.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { notify } from '~/notify/notify.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { Button } from '~/ui/button.tsx';
import { ConfirmDialog } from '~/ui/confirm-dialog.tsx';

/** Replaces a code that got into the wrong hands, after a confirmation. [I2] */
export function ReplaceCode() {
  const [isAsking, setAsking] = useState(false);
  const refresh = () => queryClient.invalidateQueries({ queryKey: api.invite.getMine.key() });
  const replace = useMutation(
    api.invite.replace.mutationOptions({
      onSuccess: async () => {
        await refresh();
        setAsking(false);
        notify.outcome({
          title: 'Your code is replaced',
          description: 'The old code no longer works.',
        });
      },
      onError: (error) => {
        void refresh();
        setAsking(false);
        notifyFailure(error);
      },
    }),
  );
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        icon={<RefreshCw aria-hidden="true" className="size-4" />}
        onClick={() => setAsking(true)}
      >
        Replace this code
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Replace your code?"
        description="Your current code stops working right away. The person you gave it to will need the new one."
        confirmLabel="Replace Code"
        busyLabel="Replacing..."
        cancelLabel="Keep it"
        busy={replace.isPending}
        onConfirm={() => isCalling(api.invite.replace) || replace.mutate({})}
      />
    </>
  );
}
