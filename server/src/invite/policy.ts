import { sql } from 'drizzle-orm';
import type { Actor } from '../access/actor.ts';
import { type Authorized, authorize } from '../access/authorized.ts';
import { refusal } from '../transport/refusal.ts';

/*
 * Every member has one standing code, which lets one newcomer in; staff may grant them further ones.
 * A code is good while it is active, unused, and its member is not suspended. Only its member reads
 * it, and may replace it while it is good. Anybody may ask whether one code is good,
 * and is told nothing but yes or no. The founder's code belongs to nobody; the code that staff mail
 * to somebody who waited counts as brought in by them, but is not theirs to hand out.
 * Members ask for a further code, one request at a time; staff decide each once, with a reason, but
 * never their own, and may disable a code that is not used yet. Both are logged.
 */

/** The condition under which a row of `invites` lets somebody in. [U1] [I1] */
export const IS_VALID_INVITE = sql`invites.is_active AND invites.used_at IS NULL
  AND NOT EXISTS (SELECT FROM public.users creator
    WHERE creator.id = invites.created_by AND creator.suspended_at IS NOT NULL)`;

/** The condition under which its member holds a row of `invites`. [I2] */
export const IN_HAND = sql`(invites.replaced_at IS NULL AND invites.kind <> 'mailed')`;

/** Whether somebody of the staff may decide a request of this member. [I1] */
export function canDecide(actor: Pick<Actor, 'id'>, memberId: string): boolean {
  return actor.id !== memberId;
}

/** Lets staff decide a locked request, or throws OWN_REQUEST. [I1] */
export function authorizeDecision<Row extends { user_id: string }>(
  actor: Actor,
  row: Row,
): Authorized<Row, 'decide'> {
  if (!canDecide(actor, row.user_id)) throw refusal('OWN_REQUEST');
  return authorize(row, 'decide');
}
