import { LogOut } from 'lucide-react';
import { useLocation } from 'react-router';
import { signOut } from '~/account/session/sign-out.ts';
import type { SessionUser } from '~/account/session/use-session.ts';
import { setTheme, useTheme } from '~/theme/theme.ts';
import { themeOptions } from '~/theme/theme-switch.tsx';
import {
  Menu,
  MenuChoice,
  MenuItem,
  MenuLabel,
  MenuLink,
  MenuSeparator,
} from '~/ui/dropdown-menu.tsx';
import { EmailAddress } from '~/ui/email-address.tsx';
import type { LateMenuControls } from '~/ui/late-menu.tsx';
import { entryIcons } from './entry-icons.tsx';
import { currentEntry, memberEntries } from './member-entries.ts';

type AvatarMenuProps = LateMenuControls & { user: SessionUser };

/** The menu on wide screens, below the member's picture. [P7] */
export function AvatarMenu({ user, ...controls }: AvatarMenuProps) {
  const current = currentEntry(useLocation());
  const theme = useTheme();
  return (
    <Menu {...controls}>
      <MenuLabel>
        <span className="block max-w-60 wrap-anywhere font-semibold">{user.full_name}</span>
        <span className="wrap-anywhere block max-w-60 text-ink-soft">
          <EmailAddress email={user.email} />
        </span>
      </MenuLabel>
      <MenuSeparator />
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
