import { pageMeta } from '~/lib/page-meta.ts';
import { AdminPage } from '~/staff/admin-page.tsx';
import { Deliveries } from '~/staff/system/deliveries.tsx';
import { SystemHealth } from '~/staff/system/system-health.tsx';

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
