import { and, eq } from 'drizzle-orm';
import { petProfiles } from '../db/schema/pet.ts';

/*
 * A pet's page is its owner's: they alone see, add, change and remove their pets. To everybody
 * else it does not exist: it says what ails an animal, and whom to ring. What a sitter must know is
 * part of the job that the owner posts.
 */

/** One of this member's own pets, as a WHERE. [X2] */
export function ownPet(ownerId: string, id: string) {
  return and(eq(petProfiles.id, id), eq(petProfiles.owner_id, ownerId));
}
