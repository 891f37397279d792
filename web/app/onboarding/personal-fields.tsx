import { BIO_MAX } from '@kindpal/contract/member/schema';
import type { UseFormReturn } from 'react-hook-form';
import { sanitizingNotice } from '~/account/sanitizing-notice.ts';
import { Field } from '~/ui/field.tsx';
import { TextInput } from '~/ui/text-input.tsx';
import { Textarea } from '~/ui/textarea.tsx';
import type { Personal, PersonalValues } from './personal-form.ts';

type PersonalFieldsProps = { form: UseFormReturn<PersonalValues, unknown, Personal> };

/** Who a sitter is: what an owner reads before they hand over a key. [O2] */
export function PersonalFields({ form }: PersonalFieldsProps) {
  const { register, formState, watch } = form;
  const { errors } = formState;
  const { first_name, last_name, bio } = watch();
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label="First Name"
          error={errors.first_name?.message}
          hint={sanitizingNotice(first_name, 'your first name')}
        >
          <TextInput autoComplete="given-name" {...register('first_name')} />
        </Field>
        <Field
          label="Last Name"
          error={errors.last_name?.message}
          hint={sanitizingNotice(last_name, 'your last name')}
        >
          <TextInput autoComplete="family-name" {...register('last_name')} />
        </Field>
      </div>
      <Field
        label="Location"
        optional
        error={errors.location?.message}
        hint="Others see only the area, never the street."
      >
        <TextInput autoComplete="street-address" {...register('location')} />
      </Field>
      <Field label="Phone" optional error={errors.phone?.message} hint="Only you see it.">
        <TextInput type="tel" autoComplete="tel" inputMode="tel" {...register('phone')} />
      </Field>
      <Field
        label="Bio"
        optional
        error={errors.bio?.message}
        hint={
          sanitizingNotice(bio, 'your bio') ??
          'Your experience with animals, in at least 50 characters: owners read it first.'
        }
        counter={{ used: bio.length, max: BIO_MAX }}
      >
        <Textarea rows={4} maxLength={BIO_MAX} {...register('bio')} />
      </Field>
    </>
  );
}
