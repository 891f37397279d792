import { AdminPage } from '~/admin/admin-page.tsx';
import { InstanceSettings } from '~/admin/settings/instance-settings.tsx';
import { SuperAdmins } from '~/admin/settings/super-admins.tsx';
import { pageMeta } from '~/lib/page-meta.ts';

export const meta = () => pageMeta('Settings');

export default function AdminSettingsPage() {
  return (
    <AdminPage
      title="Settings"
      lead="Read-only. Settings are environment variables set where the server starts."
    >
      <SuperAdmins />
      <InstanceSettings />
    </AdminPage>
  );
}
