import { SegmentedControl } from '~/ui/segmented-control.tsx';
import type { useSwitchRole } from './use-switch-role.ts';

const VIEWS = [
  { value: 'pet_owner', label: 'Pet Owner' },
  { value: 'pet_sitter', label: 'Pet Sitter' },
] as const;

/** The role toggle for members with both roles. [D4] */
export function ViewingAs({ view }: { view: ReturnType<typeof useSwitchRole> }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span aria-hidden="true" className="font-semibold text-ink-soft text-sm">
        Viewing as
      </span>
      <SegmentedControl
        label="Viewing as"
        value={view.shown}
        options={VIEWS}
        onChange={(wanted) => void view.switchTo(wanted)}
      />
    </div>
  );
}
