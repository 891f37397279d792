import { type ComponentProps, type ReactElement, Suspense, useEffect, useState } from 'react';
import { whenIdle } from '~/lib/when-idle.ts';

type ButtonProps = ComponentProps<'button'>;

/** How the menu of a `LateMenu` is opened. */
export type LateMenuControls = {
  trigger: ReactElement;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Whether it is first opened by a key, which came before the menu existed. */
  startsAtFirst: boolean;
};

type LateMenuProps = {
  /** Fetches the menu's code, while the browser is idle: the menus' library is large. */
  prefetch: () => void;
  button: (props: ButtonProps) => ReactElement;
  menu: (controls: LateMenuControls) => ReactElement;
};

/**
 * A button with a menu. If it is pressed before the menu's code is loaded, the menu opens
 * afterwards, unless the focus has moved on.
 */
export function LateMenu({ prefetch, button, menu }: LateMenuProps) {
  const [pressedBy, setPressedBy] = useState<'pointer' | 'keyboard' | null>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => whenIdle(prefetch), [prefetch]);
  const press = (by: 'pointer' | 'keyboard') => {
    setPressedBy(by);
    setOpen(true);
  };
  const unopened: ButtonProps = {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: ({ detail }) => press(detail === 0 ? 'keyboard' : 'pointer'),
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      press('keyboard');
    },
  };
  if (!pressedBy) return button(unopened);
  // The fallback replaces the pressed button, and takes over its focus.
  const waiting = { ...unopened, autoFocus: true, 'aria-busy': true, onBlur: () => setOpen(false) };
  return (
    <Suspense fallback={button(waiting)}>
      {menu({
        trigger: button({ 'aria-haspopup': 'menu' }),
        open,
        onOpenChange: setOpen,
        startsAtFirst: pressedBy === 'keyboard',
      })}
    </Suspense>
  );
}
