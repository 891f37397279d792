import { House, MessageCircle, Plus, Search, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { UnreadBadge } from '~/chat/inbox/unread-badge.tsx';
import { barLinkStyle } from './bar-link-style.ts';

type Section = { to: string; label: string; icon: ReactNode; isExact?: boolean };

const JOBS: Section = { to: '/jobs', label: 'Jobs', icon: <Search aria-hidden="true" /> };
const MESSAGES: Section = {
  to: '/chat',
  label: 'Messages',
  icon: <MessageCircle aria-hidden="true" />,
};
const wideSections = [JOBS, MESSAGES, { to: '/pet-sitters', label: 'Sitters' }];
const phoneSections = (memberId: string): Section[] => [
  { to: '/dashboard', label: 'Home', icon: <House aria-hidden="true" />, isExact: true },
  JOBS,
  { to: '/post-job', label: 'Post', icon: <Plus aria-hidden="true" /> },
  MESSAGES,
  { to: `/profile/${memberId}`, label: 'Me', icon: <UserRound aria-hidden="true" /> },
];

/** The sections that a member opens most, in the top bar from 768 px. [P7] */
export function WideSections({ unread }: { unread: number }) {
  return (
    <div className="flex items-center">
      {wideSections.map(({ to, label }) => (
        <NavLink key={to} to={to} className={`inline-flex gap-1.5 px-3 ${barLinkStyle}`}>
          {label}
          {to === MESSAGES.to ? <UnreadBadge count={unread} /> : null}
        </NavLink>
      ))}
    </div>
  );
}

/** The same on a phone, at the bottom; it gives way to the keyboard (tokens.css). [P7] [P11] */
export function BottomBar({ memberId, unread }: { memberId: string; unread: number }) {
  return (
    <div
      data-bottom-bar=""
      className="fixed inset-x-0 bottom-0 border-line border-t bg-canvas pb-[env(safe-area-inset-bottom)]"
    >
      <ul aria-label="Sections" className="mx-auto grid h-14 max-w-md grid-cols-5">
        {phoneSections(memberId).map(({ to, label, icon, isExact }) => (
          <li key={to} className="grid">
            <NavLink
              to={to}
              end={!!isExact}
              className="relative grid place-content-center justify-items-center gap-0.5 font-semibold text-[min(var(--text-xs),3.75vw)] text-ink-soft aria-[current=page]:text-accent [&_svg]:size-5.5"
            >
              {icon}
              {label}
              {to === MESSAGES.to ? (
                <UnreadBadge
                  count={unread}
                  className="absolute top-0.5 left-[calc(50%+4px)] text-[min(var(--text-xs),3.75vw)]!"
                />
              ) : null}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
