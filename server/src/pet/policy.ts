import { type Authorized, authorize } from '../access/authorized.ts';
import { notFound } from '../transport/refusal.ts';

/*
 * Pets belong to their owner: only they see, add, change and remove them; for everybody else a pet
 * does not exist. The sitter who holds a job sees the health and the emergency contacts of its pet;
 * that is part of the job's policy.
 */

/** Authorizes an owner to change or remove their locked pet; NOT_FOUND for any other. [X2] */
export function authorizePet<Row extends { owner_id: string }, Verb extends 'change' | 'remove'>(
  verb: Verb,
  ownerId: string,
  row: Row | undefined,
): Authorized<Row, Verb> {
  if (row?.owner_id !== ownerId) throw notFound();
  return authorize(row, verb);
}
