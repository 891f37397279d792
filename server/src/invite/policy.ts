import { sql } from 'drizzle-orm';

/*
 * Every member has one standing code, which lets one newcomer in. A code is good while it is active,
 * unused, and its member is not suspended. Only its member reads it; anybody may ask whether one
 * code is good, and is told nothing but yes or no. The founder's code belongs to nobody.
 */

/** The condition under which a row of `invites` lets somebody in. [U1] [I1] */
export const LETS_IN = sql`invites.is_active AND invites.used_at IS NULL
  AND NOT EXISTS (SELECT FROM public.users creator
    WHERE creator.id = invites.created_by AND creator.suspended_at IS NOT NULL)`;
