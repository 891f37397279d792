import { AdminPage } from '~/admin/admin-page.tsx';
import { Analytics } from '~/admin/analytics/analytics.tsx';
import { pageMeta } from '~/lib/page-meta.ts';

export const meta = () => pageMeta('Analytics');

export default function AdminAnalyticsPage() {
  return (
    <AdminPage
      title="Analytics"
      lead="The last twelve weeks, Monday to Sunday. The last bar is this week, so far."
    >
      <Analytics />
    </AdminPage>
  );
}
