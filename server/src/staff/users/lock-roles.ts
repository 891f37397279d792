import { inArray } from 'drizzle-orm';
import { lockMembers } from '../../access/hold-member.ts';
import type { Queries } from '../../db/client.ts';
import { userRoles } from '../../db/schema/staff.ts';
import { notFound } from '../../transport/refusal.ts';
import type { RoleHolder } from '../policy.ts';

/**
 * Locks these members and reads their roles, which can't change until then. Throws NOT_FOUND.
 * [S3] [S5]
 */
export async function lockRoles(tx: Queries, ids: string[]): Promise<(id: string) => RoleHolder> {
  const locked = await lockMembers(tx, ids);
  if (ids.some((id) => !locked.some((member) => member.id === id))) throw notFound();
  return readRoles(tx, ids);
}

/** The roles of these members at this moment. [S4] */
export async function readRoles(tx: Queries, ids: string[]): Promise<(id: string) => RoleHolder> {
  const rows = await tx.select().from(userRoles).where(inArray(userRoles.user_id, ids));
  return (id) => ({ id, app_role: rows.find((row) => row.user_id === id)?.role ?? 'user' });
}
