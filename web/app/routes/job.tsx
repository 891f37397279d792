import { JobLoadFailed, JobNotFound } from '~/job/job-states.tsx';
import { JobPage, JobPageSkeleton } from '~/job/page/job-page.tsx';
import { PublicJobPage } from '~/job/page/public-job-page.tsx';
import { startJob, useJob } from '~/job/use-job.ts';
import { hasCode } from '~/lib/calls/error-text.ts';
import { pageMeta } from '~/lib/page-meta.ts';
import { isUuid } from '~/lib/uuid.ts';
import { ReturnLink } from '~/ui/return-link.tsx';
import type { Route } from './+types/job.ts';

export const meta = () => pageMeta('Job');

export async function clientLoader({ params: { jobId } }: Route.ClientLoaderArgs) {
  if (isUuid(jobId)) await startJob(jobId);
  return null;
}

export default function JobRoute({ params: { jobId } }: Route.ComponentProps) {
  return (
    <div className="page grid grid-cols-[minmax(0,1fr)] gap-3 py-4 md:py-6">
      <ReturnLink to="/jobs">All jobs</ReturnLink>
      {isUuid(jobId) ? <LoadedJob key={jobId} jobId={jobId} /> : <JobNotFound />}
    </div>
  );
}

function LoadedJob({ jobId }: { jobId: string }) {
  const { job, card, error, isPending, isFetching, refetch } = useJob(jobId);
  if (isPending) return <JobPageSkeleton card={card} />;
  if (!job && hasCode(error, 'NOT_FOUND')) return <JobNotFound />;
  if (!job) {
    return <JobLoadFailed error={error} retrying={isFetching} onRetry={() => void refetch()} />;
  }
  return job.view === 'member' ? (
    <>
      <title>{`${job.title} · Kindpal`}</title>
      <JobPage job={job} />
    </>
  ) : (
    <PublicJobPage job={job} />
  );
}
