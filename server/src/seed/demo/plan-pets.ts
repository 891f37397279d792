import type { PetSize } from '@kindpal/contract/job/schema';
import type { petProfiles } from '../../db/schema/pet.ts';
import type { Random } from '../random.ts';
import { PETS, type Pet } from './pets.ts';
import type { PlannedMember } from './plan-members.ts';

export type PlannedPet = typeof petProfiles.$inferInsert;
type Setting = { random: Random; members: PlannedMember[]; images: Map<Pet, string> };

/** The weight range of dogs of each size, in pounds; nobody weighs a hen. */
const DOG_WEIGHTS: Record<PetSize, readonly [number, number]> = {
  small: [9, 24],
  medium: [28, 58],
  large: [62, 94],
  extra_large: [104, 140],
};

/** The demo owners' pets, as entered when they joined. */
export function planPets({ random, members, images }: Setting): PlannedPet[] {
  return PETS.map((pet) => {
    const owner = members.find(({ name }) => name === pet.owner);
    if (!owner) throw new Error(`${pet.name} has no owner`);
    return {
      id: random.uuid(),
      client_id: random.uuid(),
      owner_id: owner.id as string,
      name: pet.name,
      breed: pet.breed,
      age: random.whole(1, 13),
      weight: pet.portrait.species === 'dog' ? random.whole(...DOG_WEIGHTS[pet.size]) : null,
      special_instructions: pet.special ?? null,
      emergency_contact: 'Dr. Amari, the vet on Valley Street',
      emergency_phone: '973-555-0190',
      profile_image_url: images.get(pet) ?? null,
      created_at: owner.created_at,
    };
  });
}

/** The id of a job's pet. */
export function petOfJob(
  { owner_id, pet_name }: { owner_id: string; pet_name?: string | undefined },
  pets: readonly PlannedPet[],
): string | null {
  return pets.find((pet) => pet.owner_id === owner_id && pet.name === pet_name)?.id ?? null;
}
