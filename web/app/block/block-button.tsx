import type { LiveJob } from '@kindpal/contract/block/contract';
import type { MemberCard } from '@kindpal/contract/member/schema';
import { useMutation } from '@tanstack/react-query';
import { Ban } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { api } from '~/lib/calls/api.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { notify } from '~/notify/notify.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { Button } from '~/ui/button.tsx';
import { ConfirmDialog } from '~/ui/confirm-dialog.tsx';
import { Dialog, DialogActions } from '~/ui/dialog.tsx';
import { AskToEnd } from './ask-to-end.tsx';

type Blocked = Pick<MemberCard, 'id' | 'full_name'>;

/** Blocks a member after a dialog that explains what a block does and what it does not end. */
export function BlockButton({ member }: { member: Blocked }) {
  const [asking, setAsking] = useState(false);
  const [liveJobs, setLiveJobs] = useState<LiveJob[]>([]);
  const navigate = useNavigate();
  const block = useMutation(
    api.block.create.mutationOptions({
      onSuccess: ({ live_jobs }) => {
        setAsking(false);
        notify.outcome({ title: `${member.full_name} is blocked` });
        // Also a page that is opened by a link of the dialog is fetched again.
        void queryClient.invalidateQueries({ refetchType: 'none' });
        if (live_jobs.length > 0) setLiveJobs(live_jobs);
        else void leave();
      },
      onError: (error) => {
        setAsking(false);
        notifyFailure(error);
      },
    }),
  );

  /**
   * Leaves the page and refetches everything, because nothing of the blocked member may stay
   * visible.
   */
  async function leave() {
    await navigate('/dashboard');
    await queryClient.invalidateQueries();
  }

  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        icon={<Ban aria-hidden="true" className="size-4" />}
        onClick={() => setAsking(true)}
      >
        Block
      </Button>
      {asking ? (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setAsking(false)}
          title={`Block ${member.full_name}?`}
          description="You won’t be able to find, message or work for each other. We don’t tell them."
          confirmLabel="Block"
          busyLabel="Blocking..."
          cancelLabel="Cancel"
          tone="danger"
          busy={block.isPending}
          onConfirm={() => block.mutate({ member_id: member.id })}
        >
          <p className="text-ink-soft text-sm">
            If you have a job together, it continues with its chat, so no pet is left alone. You can
            then ask our team to end it. You can unblock them in Edit Profile.
          </p>
        </ConfirmDialog>
      ) : null}
      <LiveJobsDialog
        jobs={liveJobs}
        onAsked={(asked) =>
          setLiveJobs((jobs) => jobs.map((job) => (job.id === asked.id ? asked : job)))
        }
        onClose={() => void leave()}
      />
    </>
  );
}

type LiveJobsDialogProps = {
  jobs: LiveJob[];
  onAsked: (job: LiveJob) => void;
  onClose: () => void;
};

/** The jobs in progress between the two members, and how they can end. */
function LiveJobsDialog({ jobs, onAsked, onClose }: LiveJobsDialogProps) {
  return (
    <Dialog
      open={jobs.length > 0}
      onOpenChange={(open) => !open && onClose()}
      title={jobs.length === 1 ? 'You still have a job together' : 'You still have jobs together'}
      description={`${jobs.length === 1 ? 'It continues until it’s' : 'They continue until they’re'} done or our team ends ${jobs.length === 1 ? 'it' : 'them'}, so no pet is left alone. We don’t tell the other side that you blocked them or asked.`}
    >
      <ul className="grid gap-4">
        {jobs.map((job) => (
          <li key={job.id} className="grid justify-items-start gap-2 wrap-anywhere">
            <Link to={`/jobs/${job.id}`} className="inline-block min-h-6 underline">
              <bdi>{job.title}</bdi>
            </Link>
            <AskToEnd job={job} onAsked={onAsked} />
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
