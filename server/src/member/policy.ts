import type { ActiveRole, Role } from '@kindpal/contract/member/schema';
import type { Actor } from '../access/actor.ts';
import { type Authorized, authorize } from '../access/authorized.ts';
import { notFound, refusal } from '../transport/refusal.ts';

/*
 * Everybody sees members, but not those who are suspended; the signed-out see a shortened name.
 * A member sees and changes all of their own profile and of nobody else's. A member who is both owner
 * and sitter chooses which of the two they look at the product as; the others have no choice.
 * The owner of a job is told the email of the sitter who claimed it, until 30 days after the claim.
 * What they take for a job is for those who sit to say; owners have no rate.
 * The first steps of owners are for owners, those of sitters for sitters; a member who is both has both.
 * The directory has the members who sit. It is searched by what it shows and nothing else, so that
 * nobody can guess a street or, from outside, a last name letter by letter.
 */

/** The caller, as the one member whose profile they may change. */
export type OwnMember = Authorized<Pick<Actor, 'id' | 'role'>, 'edit'>;

/** Lets members change their own profile. Throws NOT_FOUND or FORBIDDEN for another's. [R3] */
export function authorizeEdit(
  actor: Actor,
  member: { id: string; suspended_at?: Date | null } | null,
): OwnMember {
  if (actor.id === member?.id) return authorize({ id: actor.id, role: actor.role }, 'edit');
  throw member && !member.suspended_at ? refusal('FORBIDDEN') : notFound();
}

/** Lets members of both roles choose their view; the others have one. Throws FORBIDDEN. [D4] */
export function authorizeView(actor: Actor, view: ActiveRole): Authorized<{ id: string }, 'view'> {
  if (actor.role !== 'both' && actor.role !== view) throw refusal('FORBIDDEN');
  return authorize({ id: actor.id }, 'view');
}

/** Whether a member sits: names a rate, and takes the first steps of sitters. [R6] [O2] */
export function canSit(role: Role): boolean {
  return role !== 'pet_owner';
}

/** Whether a member has pets: takes the first steps of owners. [O1] */
export function canOwn(role: Role): boolean {
  return role !== 'pet_sitter';
}

/** Who stands in the directory, as a WHERE over `users`; its indexes are built on the same words. [R8] */
export const IN_DIRECTORY = `role IN ('pet_sitter', 'both') AND suspended_at IS NULL`;

/** The columns that a search of the directory may look at. [R8] */
export const SEARCHED = {
  by_members: ['full_name', 'location', 'bio'],
  by_visitors: ['location', 'bio'],
} as const;
