import { Menu, MenuItem } from './dropdown-menu.tsx';
import type { LateMenuControls } from './late-menu.tsx';

export type MenuAction = { label: string; onSelect: () => void; danger?: boolean };

type ActionMenuProps = LateMenuControls & { actions: readonly MenuAction[] };

/** The menu of a "More" button. */
export function ActionMenu({ actions, ...controls }: ActionMenuProps) {
  return (
    <Menu {...controls}>
      {actions.map(({ label, onSelect, danger = false }) => (
        <MenuItem key={label} danger={danger} onSelect={onSelect}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}
