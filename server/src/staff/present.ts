import type { StaffUser, superAdminSchema } from '@kindpal/contract/staff/schema';
import type { z } from 'zod';
import type { Actor } from '../access/actor.ts';
import type { superAdmins } from '../db/schema/staff.ts';
import { canChangeRoleOf } from './policy.ts';

export type SuperAdmin = z.infer<typeof superAdminSchema>;

/** A row of the super admins as it leaves the server. */
export function presentSuperAdmin(row: typeof superAdmins.$inferSelect): SuperAdmin {
  return { ...row, created_at: row.created_at.toISOString() };
}

/** A member as `USER` finds them. */
export type UserRow = Omit<StaffUser, 'can'>;

/** A member as staff see them, with what this one of the staff may do. [S3] */
export function presentStaffUser(row: UserRow, actor: Actor): StaffUser {
  return { ...row, can: { change_role: canChangeRoleOf(actor, row.id) } };
}
