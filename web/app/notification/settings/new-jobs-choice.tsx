import type { NotificationSettings } from '@kindpal/contract/notification/schema';
import { Field } from '~/ui/field.tsx';
import { TextLink } from '~/ui/link.tsx';
import { Select } from '~/ui/select.tsx';
import { Switch } from '~/ui/switch.tsx';
import type { SettingsChange } from './settings-change.ts';

const MILES = [2, 5, 10, 15, 25, 50, 100];

type NewJobsChoiceProps = {
  newJobs: NonNullable<NotificationSettings['new_jobs']>;
  onChange: (change: SettingsChange) => void;
};

/** Which new jobs a sitter is notified of: the distance, and only when free or always. */
export function NewJobsChoice({ newJobs, onChange }: NewJobsChoiceProps) {
  const { area, within_miles, only_when_free } = newJobs;
  const save = (change: Partial<SettingsChange['new_jobs']>) =>
    onChange({ new_jobs: { within_miles, only_when_free, ...change } });
  if (!area) {
    return (
      <p className="text-ink-soft text-sm">
        Your profile has no area yet. <TextLink to="/edit-profile#contact">Add your area</TextLink>{' '}
        to hear about new jobs near you.
      </p>
    );
  }
  const choices = [...new Set([...MILES, within_miles])].sort((one, other) => one - other);
  return (
    <>
      <Field label={`Distance from ${area}`}>
        <Select
          value={within_miles}
          onChange={({ target }) => save({ within_miles: Number(target.value) })}
        >
          {choices.map((miles) => (
            <option key={miles} value={miles}>
              Within {miles} miles
            </option>
          ))}
        </Select>
      </Field>
      <Switch
        label="Only when I’m free"
        hint="Based on your availability and the jobs you claimed. Your services come from your profile."
        checked={only_when_free}
        onChange={({ target }) => save({ only_when_free: target.checked })}
      />
    </>
  );
}
