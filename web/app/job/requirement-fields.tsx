import type { UseFormRegister } from 'react-hook-form';
import { Checkbox } from '~/ui/checkbox.tsx';
import { Field } from '~/ui/field.tsx';
import { Select } from '~/ui/select.tsx';

const REVIEWS = [1, 2, 3, 5, 10] as const;
const HOURS = [3, 6, 12, 24, 48] as const;

/** What the boxes hold; numbers as they were chosen. */
export type RequirementValues = {
  min_reviews: string;
  met_before: boolean;
  favorites_first_hours: string;
};

/** What an owner can ask of who claims a job. [J2] */
export function RequirementFields({ register }: { register: UseFormRegister<RequirementValues> }) {
  return (
    <div className="grid gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Reviews a sitter needs">
          <Select {...register('min_reviews')}>
            <option value="0">None</option>
            {REVIEWS.map((count) => (
              <option key={count} value={count}>
                {count === 1 ? 'At least 1 review' : `At least ${count} reviews`}
              </option>
            ))}
          </Select>
        </Field>
        <Field
          label="Your favorites first"
          hint="Others see when it opens to everyone, not who your favorites are."
        >
          <Select {...register('favorites_first_hours')}>
            <option value="0">No head start</option>
            {HOURS.map((hours) => (
              <option key={hours} value={hours}>
                For {hours} hours
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Checkbox label="Only sitters I finished a job with before" {...register('met_before')} />
    </div>
  );
}
