import { ActivityLog } from '~/admin/activity/activity.tsx';
import { AdminPage } from '~/admin/admin-page.tsx';
import { pageMeta } from '~/lib/page-meta.ts';

export const meta = () => pageMeta('Activity');

export default function AdminActivityPage() {
  return (
    <AdminPage title="Activity" lead="What staff did and viewed.">
      <ActivityLog />
    </AdminPage>
  );
}
