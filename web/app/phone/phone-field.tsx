import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { Field } from '~/ui/field.tsx';
import { TextInput } from '~/ui/text-input.tsx';

type WithPhone = FieldValues & { phone: string };

/** An input for a mobile number in any format: the server parses it. [U9] */
export function PhoneField<Values extends WithPhone>({ form }: { form: UseFormReturn<Values> }) {
  const name = 'phone' as Path<Values>;
  const error = form.formState.errors.phone?.message;
  return (
    <Field label="Mobile number" error={typeof error === 'string' ? error : undefined}>
      <TextInput
        type="tel"
        autoComplete="tel"
        inputMode="tel"
        maxLength={30}
        autoFocus
        {...form.register(name, {
          // Without a number, a change of the member's own would remove it.
          validate: (typed) => typed.trim() !== '' || 'Enter your mobile number',
        })}
      />
    </Field>
  );
}
