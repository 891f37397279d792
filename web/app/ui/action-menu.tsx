import type { ReactElement } from 'react';
import { Menu, MenuItem } from './dropdown-menu.tsx';

export type MenuAction = { label: string; onSelect: () => void; danger?: boolean };

type ActionMenuProps = {
  trigger: ReactElement;
  actions: readonly MenuAction[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** The menu of a "More" button. */
export function ActionMenu({ trigger, actions, open, onOpenChange }: ActionMenuProps) {
  return (
    <Menu trigger={trigger} open={open} onOpenChange={onOpenChange}>
      {actions.map(({ label, onSelect, danger = false }) => (
        <MenuItem key={label} danger={danger} onSelect={onSelect}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}
