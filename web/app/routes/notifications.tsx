import { Settings } from 'lucide-react';
import { pageMeta } from '~/lib/page-meta.ts';
import { Notifications } from '~/notification/notifications.tsx';
import { ButtonLink } from '~/ui/link.tsx';

export const meta = () => pageMeta('Notifications');

export default function NotificationsPage() {
  return (
    <div className="page grid max-w-3xl gap-6 py-6 sm:py-10">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="text-3xl">Notifications</h1>
        <ButtonLink
          to="/notifications/settings"
          variant="outline"
          size="sm"
          icon={<Settings aria-hidden="true" className="size-5" />}
        >
          Settings
        </ButtonLink>
      </header>
      <Notifications />
    </div>
  );
}
