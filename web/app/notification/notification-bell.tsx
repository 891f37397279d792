import { Bell } from 'lucide-react';
import { Link } from 'react-router';
import { unreadText } from '~/lib/counted.ts';
import { lazyPart } from '~/lib/loading/lazy-part.ts';
import { useIsWide } from '~/lib/use-is-wide.ts';
import { IconButton } from '~/ui/icon-button.tsx';
import { LateMenu } from '~/ui/late-menu.tsx';
import { bellLabel, useUnreadNotifications } from './use-notifications.ts';
import { useVisitedTarget } from './use-visited-target.ts';

const NotificationMenu = lazyPart(() =>
  import('./notification-menu.tsx').then((module) => module.NotificationMenu),
);

/** The unread count, with a menu of the newest notifications. On a phone it links to their page. */
export function NotificationBell() {
  const isWide = useIsWide();
  const unread = useUnreadNotifications();
  useVisitedTarget(unread);
  return (
    <>
      {isWide ? <WideBell unread={unread} /> : <PhoneBell unread={unread} />}
      <span role="status" className="sr-only">
        {unread > 0 ? `${unreadText(unread)} unread notification${unread === 1 ? '' : 's'}` : ''}
      </span>
    </>
  );
}

function WideBell({ unread }: { unread: number }) {
  return (
    <LateMenu
      prefetch={NotificationMenu.prefetch}
      button={(props) => (
        <IconButton {...props} label={bellLabel(unread)} className="relative">
          <Bell aria-hidden="true" />
          <BellCount unread={unread} />
        </IconButton>
      )}
      menu={(controls) => <NotificationMenu {...controls} unread={unread} />}
    />
  );
}

function PhoneBell({ unread }: { unread: number }) {
  return (
    <Link
      to="/notifications"
      aria-label={bellLabel(unread)}
      className="relative inline-grid size-11 shrink-0 place-items-center rounded-full text-ink-soft hover:bg-sunken hover:text-ink"
    >
      <Bell aria-hidden="true" className="size-5" />
      <BellCount unread={unread} />
    </Link>
  );
}

function BellCount({ unread }: { unread: number }) {
  if (unread === 0) return null;
  return (
    <span
      aria-hidden="true"
      className="absolute top-0.5 left-1/2 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-danger px-1 font-bold text-[0.6875rem] text-danger-ink tabular-nums leading-none ring-2 ring-canvas"
    >
      {unreadText(unread)}
    </span>
  );
}
