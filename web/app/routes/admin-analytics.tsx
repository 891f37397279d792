import { pageMeta } from '~/lib/page-meta.ts';
import { AdminPage } from '~/staff/admin-page.tsx';
import { Analytics } from '~/staff/analytics/analytics.tsx';

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
