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
  return (
    <>
      {open ? (
        <section aria-label="Chat" className="grid min-w-0 gap-2">
          <h2 className="text-xl">Chat</h2>
          <JobChat {...open} />
        </section>
      ) : null}
      <EndedThreads jobId={jobId} currentClaimId={open?.thread.claimId} />
    </>
  );
}
