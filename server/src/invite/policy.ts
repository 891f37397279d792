import { sql } from 'drizzle-orm';

/*
 * Every member has one standing code, which lets one newcomer in; staff may grant them further ones.
 * A code is good while it is active, unused, and its member is not suspended. Only its member reads
 * it, and may give it up for a new one while it is good. Anybody may ask whether one code is good,
 * and is told nothing but yes or no. The founder's code belongs to nobody; the code that staff mail
 * to somebody who waited counts as brought in by them, but is not theirs to hand out.
 * Members ask for a further code, one wish at a time; staff decide each once, with a reason, and may
 * disable a code that is not used yet. Both are logged.
 */

/** The condition under which a row of `invites` lets somebody in. [U1] [I1] */
export const LETS_IN = sql`invites.is_active AND invites.used_at IS NULL
  AND NOT EXISTS (SELECT FROM public.users creator
    WHERE creator.id = invites.created_by AND creator.suspended_at IS NOT NULL)`;

/** The condition under which its member holds a row of `invites`. [I2] */
export const IN_HAND = sql`(invites.replaced_at IS NULL AND invites.kind <> 'mailed')`;
