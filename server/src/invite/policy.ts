import { sql } from 'drizzle-orm';
import type { Actor } from '../access/actor.ts';
import { type Authorized, authorize } from '../access/authorized.ts';
import { refusal } from '../transport/refusal.ts';

/*
 * Every member has one standing code for one newcomer; staff may grant them more. A code is valid
 * while it is active, unused, and its member is not suspended. Only its member can read it, and may
 * replace it while it is valid. Anybody may ask whether a code is valid, and gets only yes or no.
 * The founder's code belongs to nobody; a code that staff mail to the waiting list counts as their
 * invitation, but is not theirs to share. Members ask for another code, one request at a time;
 * staff decide each once, with a reason, but never their own, and may disable an unused code. Both
 * are logged.
 */

/** The condition under which a row of `invites` is valid. [U1] [I1] */
export const IS_VALID_INVITE = sql`invites.is_active AND invites.used_at IS NULL
  AND NOT EXISTS (SELECT FROM public.users creator
    WHERE creator.id = invites.created_by AND creator.suspended_at IS NOT NULL)`;

/** The condition under which a row of `invites` is its member's current code. [I2] */
export const IN_HAND = sql`(invites.replaced_at IS NULL AND invites.kind <> 'mailed')`;

/** Whether a staff member may decide a request of this member. [I1] */
export function canDecide(actor: Pick<Actor, 'id'>, memberId: string): boolean {
  return actor.id !== memberId;
}

/** Authorizes staff to decide a locked request, or throws OWN_REQUEST. [I1] */
export function authorizeDecision<Row extends { user_id: string }>(
  actor: Actor,
  row: Row,
): Authorized<Row, 'decide'> {
  if (!canDecide(actor, row.user_id)) throw refusal('OWN_REQUEST');
  return authorize(row, 'decide');
}
