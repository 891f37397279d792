import type { PetProfile } from '@kindpal/contract/pet/schema';
import type { UseFormReturn } from 'react-hook-form';
import { Field } from '~/ui/field.tsx';
import { Select } from '~/ui/select.tsx';
import type { JobFormField, JobFormValues } from './job-form.ts';
import { fillFromPet, knownPetId, labelPets } from './saved-pet.ts';

type SavedPetFieldProps<Output> = {
  form: UseFormReturn<JobFormValues, unknown, Output>;
  values: JobFormValues;
  pets: readonly PetProfile[] | undefined;
};

/** Fills in what is known of one of the owner's pets; absent for an owner without saved pets. [J2] */
export function SavedPetField<Output>({ form, values, pets }: SavedPetFieldProps<Output>) {
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
      hint="Pick a saved pet to fill in the details. The sitter who claims the job also sees its health and emergency notes."
    >
      <Select
        value={knownPetId(values.pet_id, pets) ?? ''}
        onChange={({ target }) => choose(pets.find(({ id }) => id === target.value))}
      >
        <option value="">Another pet</option>
        {labelPets(pets).map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </Select>
    </Field>
  );
}
