import type { LiveJob } from '@kindpal/contract/block/contract';
import { useMutation } from '@tanstack/react-query';
import { api } from '~/lib/calls/api.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { notify } from '~/notify/notify.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { Button } from '~/ui/button.tsx';
import { Moment } from '~/ui/moment.tsx';

type AskToEndProps = { job: LiveJob; onAsked?: (job: LiveJob) => void };

/** A button that asks our team to end a job with a blocked member, or the time of that request. */
export function AskToEnd({ job, onAsked }: AskToEndProps) {
  const ask = useMutation(
    api.block.askToEnd.mutationOptions({
      onSuccess: (asked) => {
        notify.outcome({
          title: 'We’ll look into it',
          description: 'You’ll see our answer under My Requests.',
        });
        void queryClient.invalidateQueries({ queryKey: api.block.listLiveJobs.key() });
        void queryClient.invalidateQueries({ queryKey: api.feedback.key() });
        onAsked?.(asked);
      },
      onError: (error) => {
        notifyFailure(error);
        void queryClient.invalidateQueries({ queryKey: api.block.listLiveJobs.key() });
      },
    }),
  );
  if (job.asked_at !== null) {
    return (
      <p className="text-ink-soft text-sm">
        You asked our team to end it <Moment at={job.asked_at} />.
      </p>
    );
  }
  if (!job.can.ask_to_end) return null;
  return (
    <Button
      size="sm"
      variant="outline"
      busy={ask.isPending}
      busyLabel="Asking..."
      onClick={() => ask.mutate({ job_id: job.id })}
    >
      Ask our team to end it
    </Button>
  );
}
