import { JOB_LIMITS } from '@kindpal/contract/job/schema';
import { ADDRESS_MAX } from '@kindpal/contract/place/schema';
import { countCharacters } from '@kindpal/contract/text/count-characters';
import type { UseFormRegister } from 'react-hook-form';
import { Field } from '~/ui/field.tsx';
import { TextInput } from '~/ui/text-input.tsx';
import { Textarea } from '~/ui/textarea.tsx';
import { changedBySanitizing, type JobFormField, type JobFormValues } from './job-form.ts';

const LIMITS: Partial<Record<JobFormField, number>> = {
  ...JOB_LIMITS,
  address: ADDRESS_MAX,
};
/** These always show the character count; other texts only near their limit. */
const COUNTED: readonly JobFormField[] = ['description', 'special_instructions'];

type JobTextFieldProps = {
  name: 'title' | 'description' | 'address' | 'pet_name' | 'breed' | 'special_instructions';
  label: string;
  register: UseFormRegister<JobFormValues>;
  value: string;
  error?: string | undefined;
  /** Called when somebody types, but not when a choice fills the field in. */
  onTyped?: () => void;
  hint?: string;
  optional?: boolean;
  placeholder?: string;
  autoComplete?: string;
  /** The initial number of lines. */
  rows?: number;
};

/** A text field with a limit; it shows how the text will be saved if sanitizing changes it. [J2] */
export function JobTextField(props: JobTextFieldProps) {
  const { name, label, register, value, error, onTyped, hint, optional, rows, ...box } = props;
  const max = LIMITS[name] ?? 0;
  const kept = changedBySanitizing(name, value);
  const used = countCharacters(value);
  const isCounted = COUNTED.includes(name) || used > max * 0.8;
  const said = kept === undefined ? hint : `Some characters can’t be used. It will read: “${kept}”`;
  return (
    <Field
      label={label}
      error={error}
      {...(said ? { hint: said } : {})}
      {...(optional ? { optional } : {})}
      {...(isCounted ? { counter: { used, max } } : {})}
    >
      {rows ? (
        <Textarea {...register(name)} {...box} rows={rows} />
      ) : (
        <TextInput
          {...register(name, onTyped && { onChange: onTyped })}
          autoComplete="off"
          {...box}
        />
      )}
    </Field>
  );
}
