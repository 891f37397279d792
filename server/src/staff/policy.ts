import { satisfiesRole } from '@kindpal/contract/staff/rules';
import type { AppRole } from '@kindpal/contract/staff/schema';
import type { Actor } from '../access/actor.ts';
import { type Authorized, authorize } from '../access/authorized.ts';
import { refusal } from '../transport/refusal.ts';

/*
 * Administrative roles are user, admin, super_admin. Everybody may ask for their own; staff may ask
 * for anybody's, which is logged. The first super admin uses the setup token, while there is none;
 * every later one is made by a super admin, which is logged. Staff see who the members are and how
 * to reach them, which is logged; super admins give and remove the roles of others. Nobody changes
 * their own role, so one super admin always remains; a trigger enforces that as well. Staff see the
 * texts of jobs, and what members show of themselves, without addresses or chats. Of
 * members whose role is below their own, they may take down a job that is not over, unless they
 * hold it, and remove a photo or a bio, with a reason that is emailed to the member concerned and
 * logged. They may end the claim of such a job
 * if its two sides cannot continue together; both read the reason on the job. In the same way a
 * super admin removes the second factors of another member who has lost them. Staff see figures
 * about the community; the state and settings of the instance are for super admins only, and even
 * they see no secret.
 */

/** The staff who can sign in: `user_id` and `role` (SQL, to be named like a table). */
export const TEAM = `(SELECT held.user_id, held.role FROM user_roles held
  JOIN users ON users.id = held.user_id AND users.suspended_at IS NULL
  WHERE held.role <> 'user')`;

/** Whether an actor may learn somebody's administrative role. [U15] */
export function canSeeRoleOf(actor: Actor, memberId: string): boolean {
  return actor.id === memberId || satisfiesRole(actor.app_role, 'admin');
}

/** Whether an actor may make others super admins. [S5] */
export function canMakeSuperAdmins(actor: Pick<Actor, 'app_role'>): boolean {
  return satisfiesRole(actor.app_role, 'super_admin');
}

/** A member with their role, locked to change it. */
export type RoleHolder = { id: string; app_role: AppRole };

/**
 * Authorizes a super admin to change another member's role; `actor` has the role read under the
 * lock: when two demote each other at once, the second is no longer a super admin. Throws
 * FORBIDDEN. [S3]
 */
export function authorizeRoleChange(
  actor: RoleHolder,
  member: RoleHolder,
): Authorized<RoleHolder, 'change role'> {
  if (!canChangeRoleOf(actor, member.id)) throw refusal('FORBIDDEN');
  return authorize(member, 'change role');
}

/**
 * Authorizes a super admin to remove the second factors of another member's locked account. [U13]
 */
export function authorizeFactorReset<Row extends { id: string }>(
  actor: Pick<Actor, 'id' | 'app_role'>,
  account: Row,
): Authorized<Row, 'reset factors'> {
  if (!canChangeRoleOf(actor, account.id)) throw refusal('FORBIDDEN');
  return authorize(account, 'reset factors');
}

/** Whether an actor may give somebody another administrative role. [S3] */
export function canChangeRoleOf(actor: Pick<Actor, 'id' | 'app_role'>, memberId: string): boolean {
  return actor.id !== memberId && satisfiesRole(actor.app_role, 'super_admin');
}
