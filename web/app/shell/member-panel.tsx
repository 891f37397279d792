import { LogOut, ShieldCheck } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { signOut } from '~/account/session/sign-out.ts';
import type { SessionUser } from '~/account/session/use-session.ts';
import { ThemeSwitch } from '~/theme/theme-switch.tsx';
import { Avatar } from '~/ui/avatar.tsx';
import { EmailAddress } from '~/ui/email-address.tsx';
import { SideSheet } from '~/ui/side-sheet.tsx';
import { entryIcons } from './entry-icons.tsx';
import { currentEntry, memberEntries, type staffEntries } from './member-entries.ts';

type MemberPanelProps = {
  user: SessionUser;
  staffLinks: typeof staffEntries;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

const rowStyle =
  'flex min-h-13 w-full items-center gap-3.5 rounded-md px-3 text-left font-semibold hover:bg-accent-soft aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent [&_svg]:size-5.5 [&_svg]:shrink-0 [&_svg]:text-ink-soft';

/** The menu on a phone: slides in from the right, 300 px wide [P7]. */
export function MemberPanel({ user, staffLinks, open, onOpenChange }: MemberPanelProps) {
  const current = currentEntry(useLocation());
  const close = () => onOpenChange(false);
  return (
    <SideSheet open={open} onOpenChange={onOpenChange} title="Menu">
      <div className="mb-5 grid justify-items-center gap-1 text-center">
        <Avatar name={user.full_name} src={user.profile_image_url} size="lg" className="mb-2" />
        <p className="max-w-full wrap-anywhere font-bold font-display text-xl">{user.full_name}</p>
        <p className="wrap-anywhere max-w-full text-center text-ink-soft text-sm">
          <EmailAddress email={user.email} />
        </p>
      </div>
      <nav aria-label="Member" className="-mx-2 grid gap-0.5">
        {memberEntries.map((entry) => (
          <Link
            key={entry.to}
            to={entry.to}
            onClick={close}
            aria-current={entry.to === current ? 'page' : undefined}
            className={rowStyle}
          >
            {entryIcons[entry.icon]}
            {entry.label}
          </Link>
        ))}
        {staffLinks.map((link) => (
          <Link key={link.to} to={link.to} onClick={close} className={rowStyle}>
            <ShieldCheck aria-hidden="true" />
            {link.label}
          </Link>
        ))}
        <hr className="mx-3 my-2 border-line" />
        <button
          type="button"
          className={rowStyle}
          onClick={() => {
            close();
            void signOut();
          }}
        >
          <LogOut aria-hidden="true" />
          Sign Out
        </button>
      </nav>
      <div className="mt-6 flex items-center justify-between">
        <span className="text-ink-soft text-sm">Theme</span>
        <ThemeSwitch />
      </div>
    </SideSheet>
  );
}
