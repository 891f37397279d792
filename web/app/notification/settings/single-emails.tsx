import type { GroupPreference, TypePreference } from '@kindpal/contract/notification/schema';
import { ChevronDown } from 'lucide-react';
import { cx } from '~/ui/class-names.ts';
import { Switch } from '~/ui/switch.tsx';
import { exceptionsOf, type SettingsChange } from './settings-change.ts';

type Group = Pick<GroupPreference, 'label' | 'email' | 'types'>;

type SingleEmailsButtonProps = {
  group: Group;
  /** The id of the element that it expands. */
  controls: string;
  isOpen: boolean;
  onPress: () => void;
};

/** A button that expands the emails of a group, with the number that differ from the group. */
export function SingleEmailsButton({ group, controls, isOpen, onPress }: SingleEmailsButtonProps) {
  const exceptions = exceptionsOf(group);
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={onPress}
      className="-mb-2 inline-flex min-h-11 items-center gap-1 text-left font-semibold text-accent text-sm hover:underline"
    >
      <span>
        Individual emails<span className="sr-only"> of {group.label}</span>
        {exceptions ? (
          <>
            {' '}
            <span className="whitespace-nowrap">({exceptions})</span>
          </>
        ) : null}
      </span>
      <ChevronDown
        aria-hidden="true"
        className={cx('size-4 shrink-0 transition-transform duration-200', isOpen && 'rotate-180')}
      />
    </button>
  );
}

type SingleEmailsProps = { group: Group; onChange: (change: SettingsChange) => void };

/** A switch for each type of a group. */
export function SingleEmails({ group, onChange }: SingleEmailsProps) {
  return (
    <ul
      aria-label={`Individual emails of ${group.label}`}
      className="grid gap-1 border-line border-l-2 pl-4"
    >
      {group.types.map((one) => (
        <li key={one.type}>
          <Switch
            label={<span className="font-normal">{one.label}</span>}
            checked={one.email}
            onChange={({ target }) => onChange(typeSwitched(one.type, target.checked))}
          />
        </li>
      ))}
    </ul>
  );
}

/** The change that switches the emails of one type. */
const typeSwitched = (type: TypePreference['type'], isOn: boolean): SettingsChange => ({
  email_types: { [type]: isOn },
});
