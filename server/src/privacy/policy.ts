import type { Actor } from '../access/actor.ts';
import { type Authorized, authorize } from '../access/authorized.ts';

/*
 * Members read and change only their own privacy settings, and see only who viewed their own data.
 * Nobody can do so for another, including staff.
 */

/** The settings that the caller may change: their own. */
export const ownSettings = ({ id }: Actor): Authorized<{ id: string }, 'change'> =>
  authorize({ id }, 'change');
