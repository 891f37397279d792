import { Plus } from 'lucide-react';
import { MyJobs } from '~/job/mine/my-jobs.tsx';
import { pageMeta } from '~/lib/page-meta.ts';
import { BackLink } from '~/ui/back-link.tsx';
import { ButtonLink } from '~/ui/link.tsx';

export const meta = () => pageMeta('My Jobs');

export default function MyJobsPage() {
  return (
    <div className="page grid grid-cols-[minmax(0,1fr)] gap-5 py-4 md:py-6">
      <div className="grid gap-2">
        <BackLink to="/dashboard">Back to Dashboard</BackLink>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h1 className="text-3xl">My Jobs</h1>
          <ButtonLink
            to="/post-job"
            variant="outline"
            size="sm"
            icon={<Plus aria-hidden="true" className="size-5" />}
          >
            Post a Job
          </ButtonLink>
        </div>
      </div>
      <MyJobs />
    </div>
  );
}
