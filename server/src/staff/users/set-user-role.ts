import type { staff } from '@kindpal/contract/staff/contract';
import type { AppRole, StaffUser } from '@kindpal/contract/staff/schema';
import { eq } from 'drizzle-orm';
import type { Authorized } from '../../access/authorized.ts';
import type { MemberCall } from '../../access/call.ts';
import { holdMember } from '../../access/hold-member.ts';
import { recordRoleChange } from '../../access/security-log.ts';
import type { Queries } from '../../db/client.ts';
import { users } from '../../db/schema/member.ts';
import { userRoles } from '../../db/schema/staff.ts';
import { requireConfirmed } from '../../factor/policy.ts';
import { notFound, refusal } from '../../transport/refusal.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { recordView, viewIfRefused, viewOfUser } from '../activity/record-view.ts';
import { authorizeRoleChange, type RoleHolder } from '../policy.ts';
import { presentStaffUser } from '../present.ts';
import { findStaffUser } from './list-users.ts';
import { lockRoles } from './lock-roles.ts';

type Call = MemberCall<typeof staff.setUserRole>;
type Change = { to: AppRole; by: string };

/**
 * Gives another member an administrative role; the same one again changes nothing. The member is
 * shown in the answer, which is logged as a view. Throws OWN_ROLE, ROLE_CHANGED when it is not the
 * one the caller saw, REAUTHENTICATION_NEEDED, FORBIDDEN, NOT_FOUND. [S3] [U10]
 */
export async function setUserRole({ input, context }: Call): Promise<StaffUser> {
  const { services, actor } = context;
  const { user_id, role, seen_role, assigned_by } = input;
  if (assigned_by && assigned_by !== actor.id) throw refusal('FORBIDDEN');
  if (user_id === actor.id) throw refusal('OWN_ROLE');
  const seeing = { ...context, role: 'super_admin' as const };
  const isChange = await viewIfRefused(seeing, viewOfUser(user_id), async (tx) => {
    const holderOf = await lockRoles(tx, [actor.id, user_id]);
    await holdMember(tx, actor);
    await requireConfirmed(tx, context);
    const member = authorizeRoleChange(holderOf(actor.id), holderOf(user_id));
    if (member.app_role === role) return false;
    if (role !== 'user') await requireActive(tx, user_id);
    if (seen_role && seen_role !== member.app_role) throw refusal('ROLE_CHANGED');
    await writeRole(tx, member, { to: role, by: actor.id });
    return true;
  });
  if (isChange) recordRoleChange(context, { call: 'staff.setUserRole', target_id: user_id, role });
  const row = await findStaffUser(services.db, user_id);
  if (!row) throw notFound();
  await recordView(context, viewOfUser(user_id));
  return presentStaffUser(row, actor);
}

/** A suspended member may lose a role but not get one. */
async function requireActive(tx: Queries, id: string): Promise<void> {
  const [member] = await tx
    .select({ suspended_at: users.suspended_at })
    .from(users)
    .where(eq(users.id, id));
  if (!member || member.suspended_at) throw notFound();
}

async function writeRole(
  tx: Queries,
  { id: user_id, app_role: from }: Authorized<RoleHolder, 'change role'>,
  { to, by }: Change,
): Promise<void> {
  const written = await tx
    .insert(userRoles)
    .values({ user_id, role: to, assigned_by: by })
    .onConflictDoUpdate({
      target: userRoles.user_id,
      set: { role: to, assigned_by: by },
      // A member who is made super admin by the other call meanwhile is not locked here.
      setWhere: eq(userRoles.role, from),
    })
    .returning({ id: userRoles.id });
  if (written.length === 0) throw refusal('ROLE_CHANGED');
  await recordActivity(tx, {
    admin_id: by,
    action: 'role_change',
    target_type: 'user',
    target_id: user_id,
    details: { old_role: from, new_role: to },
  });
}
