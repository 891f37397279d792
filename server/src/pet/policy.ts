import { and, eq } from 'drizzle-orm';
import { petProfiles } from '../db/schema/pet.ts';

/*
 * A pet's page is its owner's: they alone see, add, change and remove their pets, and to everybody
 * else it does not exist. Of a pet that a job is for, the sitter who holds the job is told what ails
 * it and whom to ring; that is the job's to decide.
 */

/** One of this member's own pets, as a WHERE. [X2] */
export function ownPet(ownerId: string, id: string) {
  return and(eq(petProfiles.id, id), eq(petProfiles.owner_id, ownerId));
}
