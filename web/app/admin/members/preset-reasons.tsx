import { Field } from '~/ui/field.tsx';
import { Select } from '~/ui/select.tsx';
import { PRESET_REASONS } from './suspension-terms.ts';

/** Fills the reason with one that is often given; it can be changed afterwards. */
export function PresetReasons({ onChoose }: { onChoose: (reason: string) => void }) {
  return (
    <Field label="Preset reason" optional>
      <Select defaultValue="" onChange={(event) => onChoose(event.target.value)}>
        <option value="">Write your own</option>
        {PRESET_REASONS.map((reason) => (
          <option key={reason} value={reason}>
            {reason}
          </option>
        ))}
      </Select>
    </Field>
  );
}
