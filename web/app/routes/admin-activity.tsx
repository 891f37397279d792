import { pageMeta } from '~/lib/page-meta.ts';
import { ActivityLog } from '~/staff/activity/activity.tsx';
import { AdminPage } from '~/staff/admin-page.tsx';

export const meta = () => pageMeta('Activity');

export default function AdminActivityPage() {
  return (
    <AdminPage title="Activity" lead="What staff did and viewed.">
      <ActivityLog />
    </AdminPage>
  );
}
