import type { PetProfile } from '@kindpal/contract/pet/schema';
import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { usePets } from '~/pet/use-pets.ts';
import { Field } from '~/ui/field.tsx';
import { Select } from '~/ui/select.tsx';
import type { JobFormField, JobFormValues } from './job-form.ts';
import { fillFromPet, savedPetOf } from './saved-pet.ts';

type SavedPetFieldProps<Output> = {
  form: UseFormReturn<JobFormValues, unknown, Output>;
  values: JobFormValues;
};

/** Fills in what is known of one of the owner's pets; absent for whoever has told of none. [J2] */
export function SavedPetField<Output>({ form, values }: SavedPetFieldProps<Output>) {
  const { pets } = usePets();
  const chosen = pets && (savedPetOf(pets, values)?.id ?? '');
  // Who writes another name into the form speaks of another pet, and tells of its health alone.
  useEffect(() => {
    if (chosen !== undefined) form.setValue('pet_id', chosen);
  }, [form, chosen]);
  if (!pets || pets.length === 0) return null;
  function choose(pet: PetProfile | undefined) {
    const known = { pets: pets ?? [], values };
    for (const [field, value] of Object.entries(fillFromPet(pet, known))) {
      form.setValue(field as JobFormField, value, { shouldDirty: true });
    }
    form.clearErrors(['pet_name', 'breed', 'size', 'special_instructions']);
  }
  return (
    <Field
      label="For which pet?"
      hint="Choose one to fill in what you have told us. Whoever claims the job also sees its health and emergency notes."
    >
      <Select
        value={chosen ?? ''}
        onChange={({ target }) => choose(pets.find(({ id }) => id === target.value))}
      >
        <option value="">Another pet</option>
        {pets.map((pet) => (
          <option key={pet.id} value={pet.id}>
            {pet.name}
          </option>
        ))}
      </Select>
    </Field>
  );
}
