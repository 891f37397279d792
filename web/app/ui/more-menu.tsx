import { MoreHorizontal } from 'lucide-react';
import { type ComponentProps, Suspense, useEffect, useState } from 'react';
import { lazyPart } from '~/lib/lazy-part.ts';
import { whenIdle } from '~/lib/when-idle.ts';
import type { MenuAction } from './action-menu.tsx';
import { IconButton } from './icon-button.tsx';

/** Fetched while the browser is idle, because the menus' library is large. */
const ActionMenu = lazyPart(() => import('./action-menu.tsx').then((module) => module.ActionMenu));

type MoreMenuProps = { label: string; actions: readonly MenuAction[]; className?: string };

/**
 * A "More" button with a menu of actions. If it is pressed before its code is loaded, the menu
 * opens afterwards.
 */
export function MoreMenu({ label, actions, className }: MoreMenuProps) {
  const [open, setOpen] = useState(false);
  const [wasPressed, setWasPressed] = useState(false);
  useEffect(() => whenIdle(ActionMenu.prefetch), []);
  const button: ComponentProps<typeof IconButton> = {
    label,
    className,
    'aria-haspopup': 'menu',
    children: <MoreHorizontal aria-hidden="true" />,
  };
  const press = () => {
    setWasPressed(true);
    setOpen(true);
  };
  const unopened = <IconButton {...button} aria-expanded="false" onClick={press} />;
  if (!wasPressed) return unopened;
  return (
    <Suspense fallback={unopened}>
      <ActionMenu
        trigger={<IconButton {...button} />}
        actions={actions}
        open={open}
        onOpenChange={setOpen}
      />
    </Suspense>
  );
}
