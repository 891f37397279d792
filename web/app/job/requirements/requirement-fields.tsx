import type { UseFormRegister } from 'react-hook-form';
import { Checkbox } from '~/ui/checkbox.tsx';
import { Field } from '~/ui/field.tsx';
import { Select } from '~/ui/select.tsx';
import { clockText } from './requirement-texts.ts';

const REVIEWS = [1, 2, 3, 5, 10] as const;
const HOURS = [3, 6, 12, 24, 48] as const;

/** The values of the fields; numbers as strings. */
export type RequirementValues = {
  min_reviews: string;
  met_before: boolean;
  verified: boolean;
  favorites_first_hours: string;
};

/** The value that leaves the current head start of favorites unchanged. */
export const KEPT = 'kept';

type RequirementFieldsProps = {
  register: UseFormRegister<RequirementValues>;
  /** When the job opens to everyone, if favorites have a head start already. */
  opensAt?: string | null;
};

/** Fields for the requirements of a job. [J2] */
export function RequirementFields({ register, opensAt }: RequirementFieldsProps) {
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
            {opensAt ? (
              <option value={KEPT}>Until {clockText(opensAt)} (as it is now)</option>
            ) : null}
            <option value="0">No head start</option>
            {HOURS.map((hours) => (
              <option key={hours} value={hours}>
                {opensAt ? `For ${hours} hours from now` : `For ${hours} hours`}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <div className="grid gap-1">
        <Checkbox label="Only sitters whose identity was checked" {...register('verified')} />
        <Checkbox label="Only sitters I finished a job with before" {...register('met_before')} />
      </div>
    </div>
  );
}
