import { useQuery } from '@tanstack/react-query';
import { CheckCheck, List, Settings } from 'lucide-react';
import { api } from '~/lib/calls/api.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { Menu, MenuItem, MenuLabel, MenuLink, MenuSeparator } from '~/ui/dropdown-menu.tsx';
import type { LateMenuControls } from '~/ui/late-menu.tsx';
import { OfflineWait } from '~/ui/offline-wait.tsx';
import { PartSpinner } from '~/ui/part-spinner.tsx';
import { useMarkAllRead, useMarkNotificationRead } from './mark-read.ts';
import { NotificationText } from './notification-text.tsx';

const SHOWN = 6;

type NotificationMenuProps = LateMenuControls & { unread: number };

/** The newest notifications, below the bell. */
export function NotificationMenu({ unread, ...controls }: NotificationMenuProps) {
  const markAllRead = useMarkAllRead();
  return (
    <Menu {...controls}>
      <div className="flex max-h-[min(34rem,calc(100dvh-6rem))] w-96 max-w-[calc(100vw-2.5rem)] flex-col">
        <MenuLabel>
          <span className="font-bold font-display text-lg">Notifications</span>
        </MenuLabel>
        <div className="min-h-0 overflow-y-auto overscroll-contain">
          <Newest />
        </div>
        <MenuSeparator />
        {unread > 0 ? (
          <MenuItem icon={<CheckCheck aria-hidden="true" />} onSelect={markAllRead}>
            Mark all as read
          </MenuItem>
        ) : null}
        <MenuLink to="/notifications" icon={<List aria-hidden="true" />}>
          All notifications
        </MenuLink>
        <MenuLink to="/notifications/settings" icon={<Settings aria-hidden="true" />}>
          Notification Settings
        </MenuLink>
      </div>
    </Menu>
  );
}

/** Loaded when the menu opens, and live while it is open. */
function Newest() {
  const markRead = useMarkNotificationRead();
  const query = useQuery(
    api.notification.list.queryOptions({ input: { limit: SHOWN }, staleTime: 0 }),
    queryClient,
  );
  if (query.isPending) {
    return (
      <OfflineWait query={query}>
        <PartSpinner label="Loading notifications" />
      </OfflineWait>
    );
  }
  if (query.isError && !query.data) return <Note>Your notifications didn’t load.</Note>;
  const { items } = query.data;
  if (items.length === 0)
    return <Note>No notifications yet. News about your jobs and messages appears here.</Note>;
  return items.map((one) => (
    <MenuLink
      key={one.id}
      to={one.href}
      onSelect={one.read_at ? undefined : () => markRead(one.id)}
    >
      <NotificationText notification={one} />
    </MenuLink>
  ));
}

function Note({ children }: { children: string }) {
  return <p className="px-3 py-4 text-ink-soft text-sm">{children}</p>;
}
