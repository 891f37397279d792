import { MoreHorizontal } from 'lucide-react';
import { lazyPart } from '~/lib/loading/lazy-part.ts';
import type { MenuAction } from './action-menu.tsx';
import { IconButton } from './icon-button.tsx';
import { LateMenu } from './late-menu.tsx';

const ActionMenu = lazyPart(() => import('./action-menu.tsx').then((module) => module.ActionMenu));

type MoreMenuProps = { label: string; actions: readonly MenuAction[]; className?: string };

/** A "More" button with a menu of actions. */
export function MoreMenu({ label, actions, className }: MoreMenuProps) {
  return (
    <LateMenu
      prefetch={ActionMenu.prefetch}
      button={(props) => (
        <IconButton {...props} label={label} className={className}>
          <MoreHorizontal aria-hidden="true" />
        </IconButton>
      )}
      menu={(controls) => <ActionMenu {...controls} actions={actions} />}
    />
  );
}
