import { LogOut, MessagesSquare } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useSignOut } from '~/account/sign-out.ts';
import type { SessionUser } from '~/account/use-session.ts';
import { UnreadBadge, unreadLabel } from '~/chat/unread-badge.tsx';
import { useUnread } from '~/chat/use-unread.ts';
import { useAnswerNews } from '~/help/use-answer-news.ts';
import { InviteDialog } from '~/invite/invite-dialog.tsx';
import { useRequestNews } from '~/invite/use-request-news.ts';
import { lazyPart } from '~/lib/lazy-part.ts';
import { whenIdle } from '~/lib/prefetch.ts';
import { isWide } from '~/lib/use-is-wide.ts';
import { useLast } from '~/lib/use-last.ts';
import { useLive } from '~/lib/use-live.ts';
import { setTheme, useTheme } from '~/theme/theme.ts';
import { themeOptions } from '~/theme/theme-switch.tsx';
import { Avatar } from '~/ui/avatar.tsx';
import {
  Menu,
  MenuChoice,
  MenuItem,
  MenuLabel,
  MenuLink,
  MenuSeparator,
} from '~/ui/dropdown-menu.tsx';
import { ButtonLink } from '~/ui/link.tsx';
import { entryIcons } from './entry-icons.tsx';
import { currentEntry, memberEntries, staffEntries } from './member-entries.ts';

/** The sheet is for phones: its code comes there once the page stands. */
const MemberPanel = lazyPart(() =>
  import('./member-panel.tsx').then((module) => module.MemberPanel),
);

type MemberControlsProps = {
  user: SessionUser;
  panelOpen: boolean;
  onPanelOpenChange: (open: boolean) => void;
};

/** What a member finds at the right end of the bar [P7]. */
export function MemberControls(props: MemberControlsProps) {
  const { user, panelOpen, onPanelOpenChange } = props;
  const panelWanted = useLast(panelOpen || null);
  const doors = user.app_role === 'user' ? [] : staffEntries;
  const { total: unread } = useUnread();
  // The bar's number stays true on pages without data of their own, too. [P7]
  useLive({ who: user.id, isWanted: true });
  useEffect(() => whenIdle(() => isWide() || MemberPanel.prefetch()), []);
  useAnswerNews();
  useRequestNews();
  return (
    <div className="flex items-center gap-2">
      {doors.map((door) => (
        <ButtonLink
          key={door.to}
          to={door.to}
          variant="outline"
          size="sm"
          className="max-md:hidden"
        >
          {door.label}
        </ButtonLink>
      ))}
      <InviteDialog />
      <AvatarMenu user={user} unread={unread} />
      <button
        type="button"
        aria-label={unread > 0 ? `Open menu, ${unreadLabel(unread)}` : 'Open menu'}
        aria-haspopup="dialog"
        onClick={() => onPanelOpenChange(true)}
        className="relative inline-grid size-12 place-items-center rounded-full md:hidden"
      >
        <Avatar name={user.full_name} src={user.profile_image_url} />
        <UnreadBadge count={unread} className={onAvatar} />
      </button>
      {panelWanted ? (
        <Suspense fallback={null}>
          <MemberPanel
            user={user}
            staffDoors={doors}
            open={panelOpen}
            onOpenChange={onPanelOpenChange}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

/** Sits on the rim of the picture, above the initials, ringed with the bar's paper. */
const onAvatar =
  'absolute -top-1 -right-1 h-4.5! min-w-4.5! px-1! text-[0.6875rem]! ring-2 ring-canvas';

function AvatarMenu({ user, unread }: { user: SessionUser; unread: number }) {
  const [open, setOpen] = useState(false);
  const signOut = useSignOut();
  const current = currentEntry(useLocation());
  const theme = useTheme();
  const trigger = (
    <button
      type="button"
      aria-label={`Menu of ${user.full_name}${unread > 0 ? `, ${unreadLabel(unread)}` : ''}`}
      className="relative hidden size-12 place-items-center rounded-full focus-visible:rounded-full data-[state=open]:bg-accent-soft md:inline-grid"
    >
      <Avatar name={user.full_name} src={user.profile_image_url} />
      <UnreadBadge count={unread} className={onAvatar} />
    </button>
  );
  return (
    <Menu trigger={trigger} open={open} onOpenChange={setOpen}>
      <MenuLabel>
        <span className="block max-w-60 wrap-anywhere font-semibold">{user.full_name}</span>
        <span className="block max-w-60 truncate text-ink-soft">{user.email}</span>
      </MenuLabel>
      <MenuSeparator />
      {unread > 0 ? (
        <MenuLink to="/chat" icon={<MessagesSquare aria-hidden="true" />}>
          Messages
          <UnreadBadge count={unread} className="ml-auto" />
        </MenuLink>
      ) : null}
      {memberEntries.map((entry) => (
        <MenuLink
          key={entry.to}
          to={entry.to}
          icon={entryIcons[entry.icon]}
          current={entry.to === current}
        >
          {entry.label}
        </MenuLink>
      ))}
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden="true" />} onSelect={() => void signOut()}>
        Sign Out
      </MenuItem>
      <MenuSeparator />
      <MenuChoice label="Theme" value={theme} onChange={setTheme} options={themeOptions} />
    </Menu>
  );
}
