import { asc, inArray } from 'drizzle-orm';
import type { Queries } from '../db/client.ts';
import { users } from '../db/schema/member.ts';
import { userRoles } from '../db/schema/staff.ts';
import { notFound } from '../transport/refusal.ts';
import type { RoleHolder } from './policy.ts';

/**
 * Locks these members, in one order for everybody, and reads their roles as they are from then on.
 * Throws NOT_FOUND. [S3] [S5]
 */
export async function lockRoles(tx: Queries, ids: string[]): Promise<(id: string) => RoleHolder> {
  const locked = await tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, ids))
    .orderBy(asc(users.id))
    .for('no key update');
  if (locked.length < new Set(ids).size) throw notFound();
  const rows = await tx.select().from(userRoles).where(inArray(userRoles.user_id, ids));
  return (id) => ({ id, app_role: rows.find((row) => row.user_id === id)?.role ?? 'user' });
}
