import { claimInProgress } from '~/job/claim/use-claim-job.ts';
import { useStore } from '~/lib/store.ts';
import type { JobThreadName } from '../job-channel.ts';
import { JobChat } from '../job-chat.tsx';
import { EndedThreads } from './ended-threads.tsx';

type JobThreadsProps = {
  jobId: string;
  /** The claim whose chat is open, and its job's title. */
  open: { thread: JobThreadName; jobTitle: string } | null;
};

/** The open chat about a job, and ended ones in which this member has unsent messages. [M1] */
export function JobThreads({ jobId, open }: JobThreadsProps) {
  // The chat opens with the message that is sent with a claim, which the answer starts.
  const isClaiming = useStore(claimInProgress);
  return (
    <>
      {open && !isClaiming ? (
        <section aria-label="Chat" className="grid min-w-0 gap-2">
          <h2 className="text-xl">Chat</h2>
          <JobChat {...open} />
        </section>
      ) : null}
      <EndedThreads jobId={jobId} currentClaimId={open?.thread.claimId} />
    </>
  );
}
