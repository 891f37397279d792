import type { ImageKind } from '@kindpal/contract/file/rules';
import { PET_LIMITS } from '@kindpal/contract/pet/schema';
import type { UseFormReturn } from 'react-hook-form';
import { sanitizingNotice } from '~/account/sanitizing-notice.ts';
import { PhotoField } from '~/file/photo-field.tsx';
import type { PhotoGate } from '~/file/use-image-upload.ts';
import { Field } from '~/ui/field.tsx';
import { limitCharacters } from '~/ui/limit-characters.ts';
import { TextInput } from '~/ui/text-input.tsx';
import { Textarea } from '~/ui/textarea.tsx';
import type { Pet, PetValues } from './pet-form.ts';

type PetFieldsProps = {
  form: UseFormReturn<PetValues, unknown, Pet>;
  photoKind: Extract<ImageKind, 'pet' | 'onboarding_pet'>;
  gate: PhotoGate;
};

const FOR_SITTER =
  'Only you can see this, and a sitter while they have a job with this pet and for a week after.';

/** All the fields of a pet. [O1] [X2] */
export function PetFields({ form, photoKind, gate }: PetFieldsProps) {
  const { register, formState, watch, setValue } = form;
  const { errors } = formState;
  const { name, breed, profile_image_url } = watch();
  const measure = { type: 'number', inputMode: 'decimal', min: 0, step: 'any' } as const;
  return (
    <>
      <PhotoField
        label="Pet photo"
        prompt="Choose a photo of your pet"
        kind={photoKind}
        url={profile_image_url}
        error={errors.profile_image_url?.message}
        onUrl={(url) => setValue('profile_image_url', url, { shouldDirty: true })}
        gate={gate}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label="Pet name"
          error={errors.name?.message}
          hint={sanitizingNotice(name, 'the name')}
        >
          <TextInput
            autoComplete="off"
            {...limitCharacters({ maxLength: PET_LIMITS.name, ...register('name') })}
          />
        </Field>
        <Field
          label="Breed"
          error={errors.breed?.message}
          hint={sanitizingNotice(breed, 'the breed') ?? 'Or simply: mixed, tabby, hen.'}
        >
          <TextInput
            autoComplete="off"
            {...limitCharacters({ maxLength: PET_LIMITS.breed, ...register('breed') })}
          />
        </Field>
        <Field label="Age in years" optional error={errors.age?.message}>
          <TextInput {...measure} {...register('age')} />
        </Field>
        <Field label="Weight in lbs" optional error={errors.weight?.message}>
          <TextInput {...measure} {...register('weight')} />
        </Field>
      </div>
      <Field
        label="Special instructions"
        optional
        error={errors.special_instructions?.message}
        hint="Added to jobs you post for this pet, where members can read it."
      >
        <Textarea rows={3} maxLength={PET_LIMITS.care_text} {...register('special_instructions')} />
      </Field>
      <Field
        label="Medical conditions"
        optional
        error={errors.medical_conditions?.message}
        hint={FOR_SITTER}
      >
        <Textarea rows={2} maxLength={PET_LIMITS.care_text} {...register('medical_conditions')} />
      </Field>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label="Emergency contact"
          optional
          error={errors.emergency_contact?.message}
          hint="A vet or a friend. Only you and the sitter can see it."
        >
          <TextInput
            autoComplete="off"
            {...limitCharacters({
              maxLength: PET_LIMITS.contact,
              ...register('emergency_contact'),
            })}
          />
        </Field>
        <Field label="Emergency phone" optional error={errors.emergency_phone?.message}>
          <TextInput
            type="tel"
            inputMode="tel"
            autoComplete="off"
            {...register('emergency_phone')}
          />
        </Field>
      </div>
    </>
  );
}
