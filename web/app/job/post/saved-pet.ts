import type { MemberJob } from '@kindpal/contract/job/schema';
import { petSizeOf } from '@kindpal/contract/pet/rules';
import type { PetProfile } from '@kindpal/contract/pet/schema';
import type { WrongField } from '~/lib/calls/wrong-fields.ts';
import { counted } from '~/lib/counted.ts';
import type { JobFormValues } from './job-form.ts';

type PetDetails = MemberJob['pet_details'];

type PetPart = Pick<
  JobFormValues,
  'pet_id' | 'pet_name' | 'breed' | 'size' | 'image_url' | 'special_instructions'
>;

type Known = { pets: readonly PetProfile[]; lastJobs?: readonly PetDetails[] };

/**
 * The form values for a chosen saved pet, or for another one. Typed instructions stay; health and
 * emergency contacts are never copied. [J2]
 */
export function fillFromPet(
  chosen: PetProfile | undefined,
  known: Known & { values: PetPart },
): PetPart {
  const { pets, values } = known;
  const said = values.special_instructions;
  const isTyped = said !== '' && !pets.some((pet) => pet.special_instructions === said);
  const special_instructions = isTyped ? said : (chosen?.special_instructions ?? '');
  if (!chosen) {
    return { pet_id: '', pet_name: '', breed: '', size: '', image_url: '', special_instructions };
  }
  return {
    pet_id: chosen.id,
    pet_name: chosen.name,
    breed: chosen.breed,
    size: sizeOf(chosen, known),
    image_url: chosen.profile_image_url ?? '',
    special_instructions,
  };
}

/**
 * The size by weight; without a weight, the size in the owner's last job for a pet with the same
 * name and breed, if that pet is unique.
 */
function sizeOf(pet: PetProfile, { pets, lastJobs = [] }: Known): JobFormValues['size'] {
  if (pet.weight !== null) return petSizeOf(pet.weight);
  const isSame = (one: { name: string; breed: string | null }) =>
    one.name === pet.name && one.breed === pet.breed;
  if (pets.filter(isSame).length > 1) return '';
  const size = lastJobs.find(isSame)?.size ?? 'Unknown';
  return size === 'Unknown' ? '' : size;
}

/** The saved pet of a form; null if it was removed. [J2] */
export function knownPetId(
  id: string | null,
  pets: readonly PetProfile[] | undefined,
): string | null {
  const isGone = pets !== undefined && !pets.some((pet) => pet.id === id);
  return isGone ? null : id || null;
}

/** A label for each saved pet: its name, with more details if two have the same name. [J2] */
export function labelPets(pets: readonly PetProfile[]): { id: string; label: string }[] {
  const inFull = ({ name, breed, age, weight }: PetProfile) =>
    [name, breed, age !== null && counted(age, 'year'), weight !== null && counted(weight, 'lb')]
      .filter(Boolean)
      .join(', ');
  return pets.map((pet, place) => {
    const namesakes = pets.filter(({ name }) => name === pet.name);
    if (namesakes.length === 1) return { id: pet.id, label: pet.name };
    const twins = namesakes.filter((other) => inFull(other) === inFull(pet));
    const before = twins.filter((other) => pets.indexOf(other) < place).length;
    return {
      id: pet.id,
      label: twins.length === 1 ? inFull(pet) : `${inFull(pet)} (${before + 1})`,
    };
  });
}

/** The value for a pet that is not saved. */
export const ANOTHER = 'another';

/** Which pet a form is for: a saved one's id, `ANOTHER`, or empty if nothing is chosen. */
export function petChoice(
  values: PetPart,
  { pets = [], isAnother }: { pets: readonly PetProfile[] | undefined; isAnother: boolean },
): string {
  const saved = knownPetId(values.pet_id, pets);
  if (saved && pets.length > 0) return saved;
  const { pet_name, breed, size, image_url } = values;
  const isDescribed = `${pet_name}${breed}${size}${image_url}` !== '';
  return pets.length === 0 || isAnother || isDescribed ? ANOTHER : '';
}

/**
 * The wrong fields, with one error for the choice of pet instead of the pet's own fields while
 * nothing is chosen.
 */
export function withPetChoice(fields: readonly WrongField[], choice: string): WrongField[] {
  if (choice !== '') return [...fields];
  return fields
    .filter(({ name }) => name !== 'breed' && name !== 'size')
    .map((field) => (field.name === 'pet_name' ? { ...field, message: CHOOSE_PET } : field));
}

export const CHOOSE_PET = 'Please choose which pet it’s for';
