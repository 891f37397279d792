import { useParams } from 'react-router';
import { pageMeta } from '~/lib/page-meta.ts';
import { AdminPage } from '~/staff/admin-page.tsx';
import { JobPanel } from '~/staff/jobs/job-panel.tsx';
import { ReturnLink } from '~/ui/return-link.tsx';

export const meta = () => pageMeta('Job');

export default function AdminJobPage() {
  const { jobId = '' } = useParams();
  return (
    <AdminPage
      title="Job"
      back={<ReturnLink to="/admin/content?tab=jobs">Content Moderation</ReturnLink>}
    >
      <JobPanel key={jobId} id={jobId} />
    </AdminPage>
  );
}
