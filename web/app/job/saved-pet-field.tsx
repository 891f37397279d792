import type { PetProfile } from '@kindpal/contract/pet/schema';
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
  const { pets = [] } = usePets();
  if (pets.length === 0) return null;
  function choose(chosen: PetProfile | undefined) {
    for (const [field, value] of Object.entries(fillFromPet(chosen, { pets, values }))) {
      form.setValue(field as JobFormField, value, { shouldDirty: true });
    }
    form.clearErrors(['pet_name', 'breed', 'size', 'special_instructions']);
  }
  return (
    <Field label="For which pet?" hint="Choose one to fill in what you have told us about it.">
      <Select
        value={savedPetOf(pets, values)?.id ?? ''}
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
