import type { ActiveRole, Role } from '@kindpal/contract/member/role';
import type { Actor } from '../access/actor.ts';
import { type Authorized, authorize } from '../access/authorized.ts';
import { notFound, refusal } from '../transport/refusal.ts';

/*
 * Everybody sees members, except suspended ones; visitors see a shortened name. Members see and
 * change all of their own profile and nobody else's. A member with both roles chooses in which one
 * to view the product; the others have no choice. The owner of a job sees the email of the sitter
 * who claimed it, until 30 days after the claim. Rates are for members who sit; owners have none.
 * The owner's onboarding is for owners, the sitter's for sitters; members with both roles do both.
 * The directory lists members who sit. A search covers only what it shows, so that nobody can guess
 * a street or, as a visitor, a last name letter by letter.
 */

/** The caller, as the only member whose profile they may change. */
export type OwnMember = Authorized<Pick<Actor, 'id' | 'role'>, 'edit'>;

/**
 * Authorizes members to change their own profile. Throws NOT_FOUND or FORBIDDEN for another's.
 * [R3]
 */
export function authorizeEdit(
  actor: Actor,
  member: { id: string; suspended_at?: Date | null } | null,
): OwnMember {
  if (actor.id === member?.id) return authorize({ id: actor.id, role: actor.role }, 'edit');
  throw member && !member.suspended_at ? refusal('FORBIDDEN') : notFound();
}

/** Authorizes members with both roles to choose their view. Throws FORBIDDEN for others. [D4] */
export function authorizeView(actor: Actor, view: ActiveRole): Authorized<{ id: string }, 'view'> {
  if (actor.role !== 'both' && actor.role !== view) throw refusal('FORBIDDEN');
  return authorize({ id: actor.id }, 'view');
}

/** Whether a member can sit: sets a rate, and does the sitter's onboarding. [R6] [O2] */
export function canSit(role: Role): boolean {
  return role !== 'pet_owner';
}

/** Whether a member can own pets: does the owner's onboarding. [O1] */
export function canOwn(role: Role): boolean {
  return role !== 'pet_sitter';
}

/**
 * Who is listed in the directory, as a WHERE over `users`; its indexes use exactly this
 * condition. [R8]
 */
export const IN_DIRECTORY = `role IN ('pet_sitter', 'both') AND suspended_at IS NULL`;

/** The columns that a directory search covers. [R8] */
export const SEARCHED_OF_MEMBER = {
  by_members: ['full_name', 'location', 'bio'],
  by_visitors: ['location', 'bio'],
} as const;
