import type { superAdminSchema } from '@kindpal/contract/staff/schema';
import type { z } from 'zod';
import type { superAdmins } from '../db/schema/staff.ts';

export type SuperAdmin = z.infer<typeof superAdminSchema>;

/** A row of the super admins as it leaves the server. */
export function presentSuperAdmin(row: typeof superAdmins.$inferSelect): SuperAdmin {
  return { ...row, created_at: row.created_at.toISOString() };
}
