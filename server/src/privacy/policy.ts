import type { Actor } from '../access/actor.ts';
import { type Authorized, authorize } from '../access/authorized.ts';

/*
 * Every member reads and changes their own privacy settings, and reads who looked at their own data.
 * Nobody does so for another, staff included.
 */

/** The settings that the caller may change: their own. */
export const ownSettings = ({ id }: Actor): Authorized<{ id: string }, 'change'> =>
  authorize({ id }, 'change');
