import { and, eq } from 'drizzle-orm';
import { type Authorized, authorize } from '../access/authorized.ts';
import { petProfiles } from '../db/schema/pet.ts';
import { notFound } from '../transport/refusal.ts';

/*
 * Pets belong to their owner: only they see, add, change and remove them; for everybody else a pet
 * does not exist. The sitter who holds a job sees the health and the emergency contacts of its pet;
 * that is part of the job's policy.
 */

/** One of this member's own pets, as a WHERE. [X2] */
export function ownPet(ownerId: string, id: string) {
  return and(eq(petProfiles.id, id), eq(petProfiles.owner_id, ownerId));
}

/** Authorizes an owner to change or remove their locked pet; NOT_FOUND for any other. [X2] */
export function authorizePet<Row extends { owner_id: string }, Verb extends 'change' | 'remove'>(
  verb: Verb,
  ownerId: string,
  row: Row | undefined,
): Authorized<Row, Verb> {
  if (row?.owner_id !== ownerId) throw notFound();
  return authorize(row, verb);
}
