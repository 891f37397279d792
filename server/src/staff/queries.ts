import type { staff as staffCalls } from '@kindpal/contract/staff/contract';
import type { AppRole } from '@kindpal/contract/staff/schema';
import { eq } from 'drizzle-orm';
import type { MemberCall } from '../access/call.ts';
import type { Queries } from '../db/client.ts';
import { superAdmins, userRoles } from '../db/schema/staff.ts';
import { notFound, refusal } from '../transport/refusal.ts';
import { recordView } from './activity/record-view.ts';
import { canSeeRoleOf } from './policy.ts';
import { presentSuperAdmin } from './present.ts';

/** Whether a super admin exists. [S5] */
export async function superAdminExists(queries: Queries): Promise<boolean> {
  const found = await queries.select({ id: superAdmins.id }).from(superAdmins).limit(1);
  return found.length > 0;
}

/** A member's super admin row, if there is one. */
export async function findSuperAdmin(queries: Queries, memberId: string) {
  const [row] = await queries.select().from(superAdmins).where(eq(superAdmins.user_id, memberId));
  return row;
}

/** The caller's administrative role, or anybody's for staff; an unknown member is a user. [U15] */
export async function getUserRole({
  input,
  context,
}: MemberCall<typeof staffCalls.getUserRole>): Promise<AppRole> {
  const { services, actor } = context;
  const { _user_id: memberId } = input;
  if (!canSeeRoleOf(actor, memberId)) throw refusal('FORBIDDEN');
  if (actor.id === memberId) return actor.app_role;
  await recordView(context, { action: 'role_read', target_type: 'user', target_id: memberId });
  const [row] = await services.db.drizzle
    .select({ role: userRoles.role })
    .from(userRoles)
    .where(eq(userRoles.user_id, memberId));
  return row?.role ?? 'user';
}

/** The caller's own super admin row; NOT_FOUND if there is none. [S5] */
export async function getSuperAdmin({
  input,
  context,
}: MemberCall<typeof staffCalls.getSuperAdmin>) {
  const { services, actor } = context;
  if (input.user_id !== actor.id) throw refusal('FORBIDDEN');
  const row = await findSuperAdmin(services.db.drizzle, actor.id);
  if (!row) throw notFound();
  return presentSuperAdmin(row);
}
