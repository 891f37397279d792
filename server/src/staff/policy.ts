import { satisfiesRole } from '@kindpal/contract/staff/rules';
import type { Actor } from '../access/actor.ts';

/*
 * Administrative roles are user, admin, super_admin. Everybody may ask for their own; staff may ask
 * for anybody's, which is logged. The first super admin makes themselves one with the set-up token,
 * while there is none; every later one is made by a super admin, which is logged.
 */

/** Whether an actor may learn somebody's administrative role. [U15] */
export function canSeeRoleOf(actor: Actor, memberId: string): boolean {
  return actor.id === memberId || satisfiesRole(actor.app_role, 'admin');
}

/** Whether an actor may make others super admins. [S5] */
export function canMakeSuperAdmins(actor: Actor): boolean {
  return satisfiesRole(actor.app_role, 'super_admin');
}
