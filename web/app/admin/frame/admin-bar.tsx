import { LogOut, PanelLeft } from 'lucide-react';
import { useSignOut } from '~/account/sign-out.ts';
import { ThemeSwitch } from '~/theme/theme-switch.tsx';
import { IconButton } from '~/ui/icon-button.tsx';
import { SystemStatus } from './system-status.tsx';

type AdminBarProps = { email: string; isExpanded: boolean; onToggle: () => void };

/** The bar above the admin area. [S1] */
export function AdminBar({ email, isExpanded, onToggle }: AdminBarProps) {
  const signOut = useSignOut();
  return (
    <header className="sticky top-0 z-30 flex h-(--bar) items-center gap-2 border-line border-b bg-canvas px-2 sm:gap-3 sm:px-4">
      <IconButton
        label="Toggle sidebar"
        title="Toggle sidebar (Ctrl+B)"
        aria-keyshortcuts="Control+B Meta+B"
        aria-expanded={isExpanded}
        onClick={onToggle}
      >
        <PanelLeft aria-hidden="true" />
      </IconButton>
      <SystemStatus />
      <p className="ml-auto min-w-0 truncate text-right text-ink-soft text-sm leading-tight">
        <span className="max-sm:block max-sm:truncate">Welcome,</span>{' '}
        <span className="font-semibold text-ink">{email}</span>
      </p>
      <div className="max-lg:hidden">
        <ThemeSwitch />
      </div>
      <IconButton label="Sign Out" title="Sign Out" onClick={() => void signOut()}>
        <LogOut aria-hidden="true" />
      </IconButton>
    </header>
  );
}
