import { LogOut, PanelLeft } from 'lucide-react';
import { signOut } from '~/account/session/sign-out.ts';
import { ThemeSwitch } from '~/theme/theme-switch.tsx';
import { IconButton } from '~/ui/icon-button.tsx';
import { SystemStatus } from './system-status.tsx';

type AdminBarProps = { email: string; isExpanded: boolean; onToggle: () => void };

/** The bar above the admin area. [S1] */
export function AdminBar({ email, isExpanded, onToggle }: AdminBarProps) {
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
      {/* In one row they would cut off the address beside the sidebar or on a phone. */}
      <div className="grid min-w-0 flex-1 gap-0.5 lg:flex lg:items-center lg:justify-between lg:gap-3">
        <SystemStatus />
        <p className="wrap-break-word line-clamp-2 min-w-0 text-ink-soft text-sm leading-tight max-sm:text-[min(var(--text-xs),3.75vw)]">
          Welcome, <span className="font-semibold text-ink">{email}</span>
        </p>
      </div>
      <div className="max-lg:hidden">
        <ThemeSwitch />
      </div>
      <IconButton label="Sign Out" title="Sign Out" onClick={() => void signOut()}>
        <LogOut aria-hidden="true" />
      </IconButton>
    </header>
  );
}
