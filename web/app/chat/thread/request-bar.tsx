import type { Partner } from '@kindpal/contract/chat/schema';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api } from '~/lib/calls/api.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { notify } from '~/notify/notify.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { ReportButton } from '~/report/report-button.tsx';
import { Button } from '~/ui/button.tsx';

type RequestBarProps = { partner: Partner; conversationId: string; isDeclined: boolean };

const readAgain = () => queryClient.invalidateQueries({ queryKey: api.chat.key() });

/** Buttons to accept or decline a stranger's request. Replying accepts it as well. [M3] */
export function RequestBar({ partner, conversationId, isDeclined }: RequestBarProps) {
  const navigate = useNavigate();
  const accept = useMutation(
    api.chat.acceptRequest.mutationOptions({
      onSuccess: readAgain,
      onError: (error) => notifyFailure(error),
    }),
  );
  const decline = useMutation(
    api.chat.declineRequest.mutationOptions({
      onSuccess: async () => {
        notify.outcome({ title: 'Request declined', description: 'We don’t tell them.' });
        await navigate('/chat?box=requests');
        await readAgain();
      },
      onError: (error) => {
        notifyFailure(error);
        void readAgain();
      },
    }),
  );
  const input = { conversation_id: conversationId };
  const isBusy = accept.isPending || decline.isPending;
  return (
    <div className="grid gap-2 border-line border-t bg-sunken px-3.5 py-3">
      <p className="text-sm">
        <bdi className="font-semibold">{partner.full_name}</bdi>{' '}
        {isDeclined
          ? 'wrote to you, and you declined. If you reply or accept, they can write again.'
          : 'wrote to you for the first time. If you reply, you accept. We don’t tell them if you decline.'}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          busy={accept.isPending}
          disabled={isBusy}
          onClick={() => accept.mutate(input)}
        >
          Accept
        </Button>
        {isDeclined ? null : (
          <Button
            size="sm"
            variant="outline"
            busy={decline.isPending}
            disabled={isBusy}
            onClick={() => decline.mutate(input)}
          >
            Decline
          </Button>
        )}
        <ReportButton
          name={partner.full_name}
          subjects={[{ type: 'conversation', id: conversationId, label: 'The chat' }]}
          onSent={() => {
            if (!isDeclined) decline.mutate(input);
          }}
        />
      </div>
    </div>
  );
}
