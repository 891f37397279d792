import type { ReactElement } from 'react';
import { Menu, MenuItem } from './dropdown-menu.tsx';

export type MenuAction = { label: string; onSelect: () => void; danger?: boolean };

type ActionMenuProps = {
  trigger: ReactElement;
  actions: readonly MenuAction[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Whether it is first opened by a key, which came before the menu existed. */
  startsAtFirst: boolean;
};

/** The menu of a "More" button. */
export function ActionMenu({ actions, ...menu }: ActionMenuProps) {
  return (
    <Menu {...menu}>
      {actions.map(({ label, onSelect, danger = false }) => (
        <MenuItem key={label} danger={danger} onSelect={onSelect}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}
