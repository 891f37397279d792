import type { NotificationSettings } from '@kindpal/contract/notification/schema';
import { Field } from '~/ui/field.tsx';
import { Select } from '~/ui/select.tsx';
import { Switch } from '~/ui/switch.tsx';
import { groupsInDigest, type SettingsChange } from './settings-change.ts';

const FREQUENCIES = { daily: 'Every day at 8:00 AM', weekly: 'Mondays at 8:00 AM' };

type DigestChoiceProps = {
  settings: Pick<NotificationSettings, 'groups' | 'digest'>;
  onChange: (change: SettingsChange) => void;
};

/** Which emails are collected in a daily or weekly digest. */
export function DigestChoice({ settings: { groups, digest }, onChange }: DigestChoiceProps) {
  const digestible = groups.filter(({ can_digest }) => can_digest);
  return (
    <>
      <p className="text-ink-soft text-sm">
        One email with everything new, instead of one each time. If nothing is new, we don’t send
        it.
      </p>
      {digestible.map(({ group, label, email, in_digest }) => (
        <Switch
          key={group}
          label={label}
          {...(email ? {} : { hint: 'Emails are switched off above' })}
          disabled={!email}
          checked={in_digest}
          onChange={({ target }) => onChange(groupsInDigest(groups, group, target.checked))}
        />
      ))}
      <Field label="When to send it">
        <Select
          value={digest}
          onChange={({ target }) => onChange({ digest: target.value as typeof digest })}
        >
          {Object.entries(FREQUENCIES).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
    </>
  );
}
