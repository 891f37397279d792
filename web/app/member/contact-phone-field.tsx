import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '~/ui/field.tsx';
import { TextInput } from '~/ui/text-input.tsx';

type ContactPhoneFieldProps = { registration: UseFormRegisterReturn; error: string | undefined };

/** An input for a member's phone number, shared by several forms. [R3] [O1] [O2] */
export function ContactPhoneField({ registration, error }: ContactPhoneFieldProps) {
  return (
    <Field label="Phone" optional error={error} hint="Only you see it.">
      <TextInput type="tel" autoComplete="tel" inputMode="tel" {...registration} />
    </Field>
  );
}
