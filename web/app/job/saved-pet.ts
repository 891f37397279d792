import { petSizeOf } from '@kindpal/contract/pet/rules';
import type { PetProfile } from '@kindpal/contract/pet/schema';
import type { JobFormValues } from './job-form.ts';

type PetPart = Pick<
  JobFormValues,
  'pet_name' | 'breed' | 'size' | 'image_url' | 'special_instructions'
>;

/** Which of the saved pets a form speaks of; undefined for another one. */
export function savedPetOf(pets: readonly PetProfile[], values: PetPart): PetProfile | undefined {
  return pets.find(({ name, breed }) => name === values.pet_name && breed === values.breed);
}

/**
 * What a form holds of a saved pet, or of another one, once it is chosen. Instructions that were
 * typed here stay; health and emergency contacts never leave the pet's own page. [J2]
 */
export function fillFromPet(
  chosen: PetProfile | undefined,
  { pets, values }: { pets: readonly PetProfile[]; values: PetPart },
): PetPart {
  const said = values.special_instructions;
  const isTyped = said !== '' && !pets.some((pet) => pet.special_instructions === said);
  const special_instructions = isTyped ? said : (chosen?.special_instructions ?? '');
  if (!chosen) return { pet_name: '', breed: '', size: '', image_url: '', special_instructions };
  return {
    pet_name: chosen.name,
    breed: chosen.breed,
    size: chosen.weight === null ? '' : petSizeOf(chosen.weight),
    image_url: chosen.profile_image_url ?? '',
    special_instructions,
  };
}
