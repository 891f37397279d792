import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { EndedThreads } from '~/chat/inbox/ended-threads.tsx';
import { JobChat } from '~/chat/job-chat.tsx';
import { jobThreadPath } from '~/chat/thread/thread-name.ts';
import { JobLoadFailed, JobNotFound } from '~/job/job-states.tsx';
import { ExactStatus } from '~/job/job-status.tsx';
import { threadOf } from '~/job/job-summary.ts';
import { titleOf } from '~/job/job-title.ts';
import { useJob } from '~/job/use-job.ts';
import { hasCode } from '~/lib/calls/error-text.ts';
import { Button } from '~/ui/button.tsx';
import { Card } from '~/ui/card.tsx';
import { TextLink } from '~/ui/link.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';

/** A job's chat on the dashboard. [D3] */
export function DashboardChat({ jobId }: { jobId: string }) {
  const navigate = useNavigate();
  const { state } = useLocation();
  // If a list opened it, going back is one step in the history instead of a new entry.
  const goBack = () => (state?.from ? navigate(-1) : navigate('/dashboard', { replace: true }));
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-4">
      <Button
        variant="quiet"
        size="sm"
        className="-ml-4 justify-self-start"
        icon={<ArrowLeft aria-hidden="true" className="size-5" />}
        onClick={() => void goBack()}
      >
        {state?.from === '/my-jobs' ? 'Back to My Jobs' : 'Back to Dashboard'}
      </Button>
      <ChatOfJob jobId={jobId} />
    </div>
  );
}

function ChatOfJob({ jobId }: { jobId: string }) {
  const { job, error, isPending, isFetching, refetch } = useJob(jobId);
  const heading = useRef<HTMLHeadingElement>(null);
  const isLoaded = job !== undefined;
  useEffect(() => {
    if (isLoaded) heading.current?.focus({ preventScroll: true });
  }, [isLoaded]);
  if (isPending) return <ChatSkeleton />;
  if (!job && hasCode(error, 'NOT_FOUND')) return <JobNotFound />;
  if (!job) {
    return <JobLoadFailed error={error} retrying={isFetching} onRetry={() => void refetch()} />;
  }
  if (job.view === 'public') return <JobNotFound />;
  const thread = threadOf(job);
  const partner = thread && (job.is_mine ? job.claim?.sitter : job.owner);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="grid min-w-0 gap-1.5">
          <h1
            ref={heading}
            tabIndex={-1}
            dir="auto"
            className="wrap-anywhere text-2xl outline-none"
          >
            {titleOf(job)}
          </h1>
          <div className="flex flex-wrap items-center gap-x-2 text-ink-soft text-sm">
            <ExactStatus job={job} />
            {partner ? (
              <span className="min-w-0 wrap-anywhere">
                with <TextLink to={`/profile/${partner.id}`}>{partner.full_name}</TextLink>
              </span>
            ) : null}
          </div>
        </div>
        <div className="flex flex-wrap gap-x-4">
          {thread ? (
            <TextLink
              to={jobThreadPath(job.id, thread.claimId)}
              className="inline-flex min-h-11 items-center"
            >
              Open in Messages
            </TextLink>
          ) : null}
          <TextLink to={`/jobs/${job.id}`} className="inline-flex min-h-11 items-center">
            Go to the job
          </TextLink>
        </div>
      </div>
      {thread ? (
        <>
          <h2 className="sr-only">Chat</h2>
          <JobChat jobTitle={titleOf(job)} thread={thread} />
        </>
      ) : (
        <Card className="text-ink-soft">
          This job has no open chat right now. Only the owner and the sitter who claimed it can
          chat.
        </Card>
      )}
      <EndedThreads jobId={job.id} currentClaimId={thread?.claimId} />
    </>
  );
}

function ChatSkeleton() {
  return (
    <div role="status" aria-label="Loading the chat" className="grid gap-4">
      <Skeleton className="h-16 w-2/3" />
      <Skeleton className="h-96 w-full" />
    </div>
  );
}
