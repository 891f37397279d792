import { useEffect } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { JobPosted } from '~/job/job-posted.tsx';
import { JobNotFound } from '~/job/job-states.tsx';
import { useJob } from '~/job/use-job.ts';
import { hasCode } from '~/lib/calls/error-text.ts';
import { pageMeta } from '~/lib/page-meta.ts';
import { isUuid } from '~/lib/uuid.ts';
import { notify } from '~/notify/notify.ts';
import { PageSpinner } from '~/ui/spinner.tsx';
import type { Route } from './+types/job-posted-success.ts';

export const meta = () => pageMeta('Job posted');

export default function JobPostedPage({ params: { jobId } }: Route.ComponentProps) {
  return (
    <div className="page py-6 md:py-10">
      {isUuid(jobId) ? <PostedJob jobId={jobId} /> : <JobNotFound />}
    </div>
  );
}

function PostedJob({ jobId }: { jobId: string }) {
  const { job, error, isPending } = useJob(jobId);
  if (isPending) return <PageSpinner label="Loading the job" />;
  if (hasCode(error, 'NOT_FOUND')) return <JobNotFound />;
  if (!job) return <ToDashboard />;
  if (job.view === 'public' || !job.is_mine) return <Navigate to={`/jobs/${jobId}`} replace />;
  return <JobPosted job={job} />;
}

/** The job could not be loaded: says so and goes to the dashboard. [J3] */
function ToDashboard() {
  const navigate = useNavigate();
  useEffect(() => {
    notify.outcome({
      title: 'Error',
      description: 'Failed to load job details',
      variant: 'destructive',
      isForNextPage: true,
    });
    void navigate('/dashboard', { replace: true });
  }, [navigate]);
  return <PageSpinner />;
}
