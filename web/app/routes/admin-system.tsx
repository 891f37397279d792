import { AdminPage } from '~/admin/admin-page.tsx';
import { Deliveries } from '~/admin/system/deliveries.tsx';
import { SystemHealth } from '~/admin/system/system-health.tsx';
import { pageMeta } from '~/lib/page-meta.ts';

export const meta = () => pageMeta('System Health');

export default function AdminSystemPage() {
  return (
    <AdminPage title="System Health" lead="The status of every part of the system.">
      <div className="grid gap-4">
        <SystemHealth />
        <Deliveries />
      </div>
    </AdminPage>
  );
}
