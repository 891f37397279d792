import { MyJobs } from '~/job/mine/my-jobs.tsx';
import { pageMeta } from '~/lib/page-meta.ts';

export const meta = () => pageMeta('My Jobs');

export default function MyJobsPage() {
  return (
    <div className="page grid grid-cols-[minmax(0,1fr)] gap-5 py-4 md:py-6">
      <MyJobs />
    </div>
  );
}
