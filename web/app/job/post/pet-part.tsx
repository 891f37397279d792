import { PET_SIZES, petSizeText } from '@kindpal/contract/job/rules';
import { petSizeSchema } from '@kindpal/contract/job/schema';
import type { PetProfile } from '@kindpal/contract/pet/schema';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { PhotoField } from '~/file/photo-field.tsx';
import type { PhotoGate } from '~/file/use-image-upload.ts';
import { DOT } from '~/lib/format.ts';
import { useLast } from '~/lib/use-last.ts';
import { Avatar } from '~/ui/avatar.tsx';
import { Field } from '~/ui/field.tsx';
import { Select } from '~/ui/select.tsx';
import { ChosenLine } from './chosen-line.tsx';
import type { JobFormField, JobFormValues } from './job-form.ts';
import { JobTextField } from './job-text-field.tsx';
import { CHOOSE_PET, fillFromPet } from './saved-pet.ts';
import { SavedPetField } from './saved-pet-field.tsx';
import { useLastPets } from './use-last-pets.ts';

type PetPartProps<Output> = {
  form: UseFormReturn<JobFormValues, unknown, Output>;
  values: JobFormValues;
  pets: readonly PetProfile[] | undefined;
  /** A value of `petChoice`. */
  choice: string;
  onAnother: (isAnother: boolean) => void;
  gate: PhotoGate;
};

/** The pet: a saved one needs no further input, another one is described. [J2] */
export function PetPart<Output>(props: PetPartProps<Output>) {
  const { form, values, pets = [], choice, onAnother } = props;
  const { errors } = form.formState;
  const lastJobs = useLastPets(pets);
  const saved = pets.find(({ id }) => id === choice);
  const isWrong = Boolean(errors.pet_name ?? errors.breed ?? errors.image_url);
  const [isChanged, setChanged] = useState(false);
  // Once the fields are visible, they stay until another pet is chosen.
  const isEditing = useLast(isChanged || isWrong || null, { of: choice });
  const asksSize = useLast(values.size === '' || null, { of: choice });

  function choose(pet: PetProfile | undefined) {
    onAnother(pet === undefined);
    setChanged(false);
    const filled = fillFromPet(pet, { pets, values, lastJobs });
    for (const [field, value] of Object.entries(filled)) {
      form.setValue(field as JobFormField, value, { shouldDirty: true });
    }
    form.clearErrors(['pet_name', 'breed', 'size', 'special_instructions']);
  }

  return (
    <>
      {pets.length > 0 ? (
        <SavedPetField
          pets={pets}
          choice={choice}
          error={choice === '' && errors.pet_name ? CHOOSE_PET : undefined}
          onChoose={choose}
        />
      ) : null}
      {saved && !isEditing ? (
        <>
          <PetLine values={values} onEdit={() => setChanged(true)} />
          {asksSize ? <SizeField form={form} /> : null}
          {saved.profile_image_url ? null : <PetPhoto {...props} />}
        </>
      ) : null}
      {choice === '' || (saved && !isEditing) ? null : <PetFields {...props} />}
    </>
  );
}

/** The chosen pet as one line. */
function PetLine({ values, onEdit }: { values: JobFormValues; onEdit: () => void }) {
  const { pet_name, breed, size, image_url } = values;
  const facts = [breed, size && petSizeText(size)].filter(Boolean).join(DOT);
  return (
    <ChosenLine
      picture={<Avatar name={pet_name} src={image_url || null} />}
      title={pet_name}
      text={facts}
      changeLabel="Change the pet’s details for this job"
      onChange={onEdit}
    />
  );
}

function PetFields<Output>(props: PetPartProps<Output>) {
  const { form, values } = props;
  const { register, formState } = form;
  const { errors } = formState;
  // Another name or breed means another pet, whose health is not that of the saved one.
  const meanAnotherPet = () => form.setValue('pet_id', '');
  const textOf = (name: 'pet_name' | 'breed') => ({
    name,
    register,
    value: values[name],
    error: errors[name]?.message,
    onTyped: meanAnotherPet,
  });
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] items-start gap-3 sm:gap-5">
        <JobTextField {...textOf('pet_name')} label="Pet name" />
        <JobTextField {...textOf('breed')} label="Breed" optional />
      </div>
      <SizeField form={form} />
      <PetPhoto {...props} />
    </>
  );
}

function PetPhoto<Output>({ form, values, gate }: PetPartProps<Output>) {
  return (
    <PhotoField
      label="Pet photo"
      prompt="Choose a photo of your pet"
      kind="pet"
      url={values.image_url}
      error={form.formState.errors.image_url?.message}
      onUrl={(url) => form.setValue('image_url', url, { shouldDirty: true })}
      gate={gate}
    />
  );
}

function SizeField<Output>({ form }: Pick<PetPartProps<Output>, 'form'>) {
  const { register, formState } = form;
  return (
    <Field label="Pet size" error={formState.errors.size?.message}>
      <Select {...register('size')}>
        <option value="">Choose a size</option>
        {petSizeSchema.options.map((size) => (
          <option key={size} value={size}>
            {PET_SIZES[size]}
          </option>
        ))}
      </Select>
    </Field>
  );
}
