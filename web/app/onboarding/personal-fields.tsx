import { BIO_MAX } from '@kindpal/contract/member/schema';
import { countCharacters } from '@kindpal/contract/text/count-characters';
import type { UseFormReturn } from 'react-hook-form';
import { sanitizingNotice } from '~/account/sanitizing-notice.ts';
import { ContactPhoneField } from '~/member/contact-phone-field.tsx';
import { NameFields } from '~/member/name-fields.tsx';
import { AddressField, AreaField } from '~/place/area-field.tsx';
import { pickPlace } from '~/place/area-values.ts';
import { Field } from '~/ui/field.tsx';
import { Textarea } from '~/ui/textarea.tsx';
import { ForProfile } from './for-profile.tsx';
import type { Personal, PersonalValues } from './personal-form.ts';

type PersonalFieldsProps = { form: UseFormReturn<PersonalValues, unknown, Personal> };

/** A sitter's personal details, which owners read before they hand over a key. [O2] */
export function PersonalFields({ form }: PersonalFieldsProps) {
  const { register, formState, watch } = form;
  const { errors } = formState;
  const { first_name, last_name, bio, location, place_id } = watch();
  return (
    <>
      <NameFields
        first={{
          registration: register('first_name'),
          typed: first_name,
          error: errors.first_name?.message,
        }}
        last={{
          registration: register('last_name'),
          typed: last_name,
          error: errors.last_name?.message,
        }}
      />
      <AreaField
        registration={register('location')}
        typed={location}
        placeId={place_id}
        onPick={(place) => pickPlace(form, place)}
        error={errors.location?.message}
        label={<ForProfile label="Location" />}
      />
      <AddressField registration={register('address')} error={errors.address?.message} />
      <ContactPhoneField registration={register('phone')} error={errors.phone?.message} />
      <Field
        label={<ForProfile label="Bio" />}
        error={errors.bio?.message}
        hint={
          sanitizingNotice(bio, 'your bio') ??
          'Your experience with animals, at least 50 characters. Owners read this first.'
        }
        counter={{ used: countCharacters(bio), max: BIO_MAX }}
      >
        <Textarea rows={4} maxLength={BIO_MAX} {...register('bio')} />
      </Field>
    </>
  );
}
