import { AdminPage } from '~/admin/admin-page.tsx';
import { InstanceSettings } from '~/admin/settings/instance-settings.tsx';
import { SignInDomains } from '~/admin/settings/sign-in-domains.tsx';
import { SuperAdmins } from '~/admin/settings/super-admins.tsx';
import { pageMeta } from '~/lib/page-meta.ts';

export const meta = () => pageMeta('Settings');

export default function AdminSettingsPage() {
  return (
    <AdminPage
      title="Settings"
      lead="You change super admins and email domains here, everything else where the server starts."
    >
      <SuperAdmins />
      <SignInDomains />
      <InstanceSettings />
    </AdminPage>
  );
}
