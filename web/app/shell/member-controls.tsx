import { useEffect, useState } from 'react';
import { SignOutQuestion } from '~/account/session/sign-out-question.tsx';
import type { SessionUser } from '~/account/session/use-session.ts';
import { useUnread } from '~/chat/inbox/use-unread.ts';
import { useClaimNews } from '~/dashboard/use-claim-news.ts';
import { useAnswerNews } from '~/feedback/use-answer-news.ts';
import { InviteDialog } from '~/invite/invite-dialog.tsx';
import { useRequestNews } from '~/invite/use-request-news.ts';
import { useLive } from '~/lib/live/use-live.ts';
import { lazyPart } from '~/lib/loading/lazy-part.ts';
import { useIsWide } from '~/lib/use-is-wide.ts';
import { useLast } from '~/lib/use-last.ts';
import { whenIdle } from '~/lib/when-idle.ts';
import { NotificationBell } from '~/notification/notification-bell.tsx';
import { LateMenu } from '~/ui/late-menu.tsx';
import { ButtonLink } from '~/ui/link.tsx';
import { AvatarButton } from './avatar-button.tsx';
import { staffEntries } from './member-entries.ts';
import { MemberPanel } from './member-panel.tsx';
import { BottomBar, WideSections } from './section-links.tsx';

/** Phones have the panel instead, and never load this. */
const AvatarMenu = lazyPart(() => import('./avatar-menu.tsx').then((module) => module.AvatarMenu));

type MemberControlsProps = {
  user: SessionUser;
  panelOpen: boolean;
  onPanelOpenChange: (open: boolean) => void;
};

/** A member's controls at the right end of the bar [P7]. */
export function MemberControls({ user, panelOpen, onPanelOpenChange }: MemberControlsProps) {
  const isWide = useIsWide();
  const staffLinks = user.app_role === 'user' ? [] : staffEntries;
  const { total: unread } = useUnread();
  // Keeps the bar's count current even on pages without data. [P7]
  useLive({ who: user.id, isWanted: true });
  useAnswerNews();
  useRequestNews();
  useClaimNews();
  return (
    <div className="flex items-center gap-2">
      {isWide ? <WideSections unread={unread} /> : <BottomBar memberId={user.id} unread={unread} />}
      {staffLinks.map((link) => (
        <ButtonLink
          key={link.to}
          to={link.to}
          variant="outline"
          size="sm"
          className="max-md:hidden"
        >
          {link.label}
        </ButtonLink>
      ))}
      <InviteDialog className="text-[min(var(--text-sm),5vw)]! max-[24rem]:px-2!" />
      <NotificationBell />
      <SignOutQuestion />
      {isWide ? (
        <WideMenu user={user} />
      ) : (
        <PhoneMenu
          user={user}
          staffLinks={staffLinks}
          open={panelOpen}
          onOpenChange={onPanelOpenChange}
        />
      )}
    </div>
  );
}

type MenuProps = { user: SessionUser };

function WideMenu({ user }: MenuProps) {
  return (
    <LateMenu
      prefetch={AvatarMenu.prefetch}
      button={(props) => (
        <AvatarButton {...props} user={user} aria-label={`Menu of ${user.full_name}`} />
      )}
      menu={(controls) => <AvatarMenu {...controls} user={user} />}
    />
  );
}

type PhoneMenuProps = MenuProps & {
  staffLinks: typeof staffEntries;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** The panel is rendered while the browser is idle, so that a press only shows it. */
function PhoneMenu({ user, staffLinks, open, onOpenChange }: PhoneMenuProps) {
  const [isIdle, setIdle] = useState(false);
  const isDrawn = useLast(open || isIdle || null);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return (
    <>
      <AvatarButton
        user={user}
        aria-label="Open menu"
        aria-haspopup="dialog"
        onClick={() => onOpenChange(true)}
      />
      {isDrawn ? (
        <MemberPanel user={user} staffLinks={staffLinks} open={open} onOpenChange={onOpenChange} />
      ) : null}
    </>
  );
}
