import { useParams } from 'react-router';
import { pageMeta } from '~/lib/page-meta.ts';
import { AdminPage } from '~/staff/admin-page.tsx';
import { ReportPage } from '~/staff/content/queue/report-page.tsx';
import { ReturnLink } from '~/ui/return-link.tsx';

export const meta = () => pageMeta('Report');

export default function AdminReportPage() {
  const { reportId = '' } = useParams();
  return (
    <AdminPage title="Report" back={<ReturnLink to="/admin/content">All reports</ReturnLink>}>
      <ReportPage key={reportId} id={reportId} />
    </AdminPage>
  );
}
