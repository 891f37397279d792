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
 * opens afterwards, unless the focus has moved on.
 */
export function MoreMenu({ label, actions, className }: MoreMenuProps) {
  const [pressedBy, setPressedBy] = useState<'pointer' | 'keyboard' | null>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => whenIdle(ActionMenu.prefetch), []);
  const press = (by: 'pointer' | 'keyboard') => {
    setPressedBy(by);
    setOpen(true);
  };
  const button: ComponentProps<typeof IconButton> = {
    label,
    className,
    'aria-haspopup': 'menu',
    children: <MoreHorizontal aria-hidden="true" />,
  };
  const unopened: ComponentProps<typeof IconButton> = {
    ...button,
    'aria-expanded': false,
    onClick: ({ detail }) => press(detail === 0 ? 'keyboard' : 'pointer'),
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      press('keyboard');
    },
  };
  if (!pressedBy) return <IconButton {...unopened} />;
  return (
    <Suspense
      // It replaces the pressed button, and takes over its focus.
      fallback={<IconButton {...unopened} autoFocus aria-busy onBlur={() => setOpen(false)} />}
    >
      <ActionMenu
        trigger={<IconButton {...button} />}
        actions={actions}
        open={open}
        onOpenChange={setOpen}
        startsAtFirst={pressedBy === 'keyboard'}
      />
    </Suspense>
  );
}
