import { pageMeta } from '~/lib/page-meta.ts';
import { NotificationSettings } from '~/notification/settings/notification-settings.tsx';
import { BackLink } from '~/ui/back-link.tsx';

export const meta = () => pageMeta('Notification Settings');

export default function NotificationSettingsPage() {
  return (
    <div className="page grid max-w-3xl gap-6 py-4 md:py-6">
      <header className="grid justify-items-start gap-1">
        <BackLink to="/notifications">Notifications</BackLink>
        <h1 className="text-3xl">Notification Settings</h1>
      </header>
      <NotificationSettings />
    </div>
  );
}
