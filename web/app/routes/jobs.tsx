import { Plus } from 'lucide-react';
import { useViewer } from '~/account/session/use-session.ts';
import { VisitorNotice } from '~/account/visitor-notice.tsx';
import { JobList } from '~/job/list/job-list.tsx';
import { startJobList } from '~/job/list/start-job-list.ts';
import { OfferedJobs } from '~/offer/offered-jobs.tsx';
import { ButtonLink } from '~/ui/link.tsx';

export function meta() {
  return [
    { title: 'Available Jobs · Kindpal' },
    { name: 'description', content: 'Pet sitting and dog walking jobs from your neighbors.' },
  ];
}

export async function clientLoader() {
  await startJobList();
  return null;
}

export default function JobsPage() {
  const viewer = useViewer();
  return (
    <div className="page grid gap-6 py-6 md:py-10">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="grid gap-1.5">
          <h1 className="text-3xl">Available Jobs</h1>
          <p className="text-ink-soft">First to claim it gets the job.</p>
        </div>
        {/* On a phone, it is in the bottom bar. */}
        {viewer ? (
          <ButtonLink
            to="/post-job"
            variant="outline"
            icon={<Plus aria-hidden="true" className="size-5" />}
            className="max-md:hidden"
          >
            Post a Job
          </ButtonLink>
        ) : null}
      </div>
      {viewer ? null : (
        <VisitorNotice>Members see the full job and who posted it, and can claim it.</VisitorNotice>
      )}
      {viewer ? <OfferedJobs /> : null}
      <JobList />
    </div>
  );
}
