import { isJobId } from '~/job/job-id.ts';
import { JobPage } from '~/job/job-page.tsx';
import { JobLoadFailed, JobNotFound, JobPageSkeleton } from '~/job/job-states.tsx';
import { PublicJobPage } from '~/job/public-job-page.tsx';
import { useJob } from '~/job/use-job.ts';
import { hasCode } from '~/lib/error-text.ts';
import { TextLink } from '~/ui/link.tsx';
import type { Route } from './+types/job.ts';

export function meta() {
  return [{ title: 'Job · Kindpal' }, { name: 'robots', content: 'noindex' }];
}

export default function JobRoute({ params: { jobId } }: Route.ComponentProps) {
  return (
    <div className="page grid grid-cols-[minmax(0,1fr)] gap-5 py-6 md:py-8">
      <nav aria-label="Back">
        <TextLink to="/jobs" className="inline-flex min-h-11 items-center">
          All jobs
        </TextLink>
      </nav>
      {isJobId(jobId) ? <LoadedJob key={jobId} jobId={jobId} /> : <JobNotFound />}
    </div>
  );
}

function LoadedJob({ jobId }: { jobId: string }) {
  const { job, error, isPending, isFetching, refetch } = useJob(jobId);
  if (isPending) return <JobPageSkeleton />;
  if (hasCode(error, 'NOT_FOUND')) return <JobNotFound />;
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
