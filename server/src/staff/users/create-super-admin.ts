import type { staff as staffCalls } from '@kindpal/contract/staff/contract';
import { ne } from 'drizzle-orm';
import type { MemberCall } from '../../access/call.ts';
import type { MemberContext } from '../../access/context.ts';
import { holdMember } from '../../access/hold-member.ts';
import { recordRoleChange } from '../../access/security-log.ts';
import { isUniqueViolation, type Queries, UNIQUE_VIOLATION } from '../../db/client.ts';
import { userRoles } from '../../db/schema/staff.ts';
import { requireConfirmed } from '../../factor/policy.ts';
import { findMember } from '../../member/queries.ts';
import { notFound, refusal } from '../../transport/refusal.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { viewIfRefused, viewOfUser } from '../activity/record-view.ts';
import { canMakeSuperAdmins } from '../policy.ts';
import { presentSuperAdmin, type SuperAdmin } from '../present.ts';
import { findSuperAdmin, superAdminExists } from '../queries.ts';
import { lockRoles } from './lock-roles.ts';
import { isSetupToken } from './setup-token.ts';

type Call = MemberCall<typeof staffCalls.createSuperAdmin>;
type Grant = { user_id: string; assigned_by: string; is_first: boolean };

/**
 * Makes a super admin: the caller with the setup token while there is none, anybody by a super
 * admin afterwards. Throws SETUP_CLOSED, WRONG_SETUP_TOKEN, ALREADY_SUPER_ADMIN (23505),
 * REAUTHENTICATION_NEEDED, FORBIDDEN, NOT_FOUND. [S5] [U10]
 */
export async function createSuperAdmin({ input, context }: Call): Promise<SuperAdmin> {
  const { services, actor } = context;
  const { user_id } = input;
  if (input.created_by && input.created_by !== actor.id) throw refusal('FORBIDDEN');
  const isFirst = !canMakeSuperAdmins(actor);
  if (isFirst) await requireSetup(input, context);
  const grant = { user_id, assigned_by: actor.id, is_first: isFirst };
  const change = (tx: Queries) => write(tx, context, grant);
  try {
    const made = isFirst
      ? await services.db.drizzle.transaction(change)
      : await viewIfRefused({ ...context, role: 'super_admin' }, viewOfUser(user_id), change);
    const changed = { target_id: user_id, role: 'super_admin' as const };
    recordRoleChange(context, { call: 'staff.createSuperAdmin', ...changed });
    return made;
  } catch (error) {
    // Somebody else has completed set-up in between.
    throw isUniqueViolation(error, 'user_roles_one_first') ? refusal('SETUP_CLOSED') : error;
  }
}

/**
 * Set-up is only for the caller, while there is no super admin, with the token from the console.
 */
async function requireSetup(input: Call['input'], { services, actor }: MemberContext) {
  if (await superAdminExists(services.db.drizzle)) {
    // Tells super admins that they are one, even if their role has no effect in this session.
    // [U13]
    const isOwn =
      input.user_id === actor.id && (await findSuperAdmin(services.db.drizzle, actor.id));
    throw isOwn ? alreadySuperAdmin() : refusal('SETUP_CLOSED');
  }
  if (input.user_id !== actor.id) throw refusal('FORBIDDEN');
  await services.limiter.consume('setup_token_by_member', actor.id);
  if (!isSetupToken(services.secret, input.setup_token ?? '')) throw refusal('WRONG_SETUP_TOKEN');
  await services.limiter.giveBack('setup_token_by_member', actor.id);
}

const alreadySuperAdmin = () =>
  refusal('ALREADY_SUPER_ADMIN', { details: { code: UNIQUE_VIOLATION } });

async function write(tx: Queries, context: MemberContext, grant: Grant): Promise<SuperAdmin> {
  const { user_id, assigned_by, is_first } = grant;
  const holderOf = await lockRoles(tx, [assigned_by, user_id]);
  await holdMember(tx, { id: assigned_by });
  // Somebody may have removed the caller's role since the call began.
  if (!is_first) {
    if (!canMakeSuperAdmins(holderOf(assigned_by))) throw refusal('FORBIDDEN');
    await requireConfirmed(tx, context);
  }
  const member = await findMember(tx, user_id);
  if (!member || member.suspended_at) throw notFound();
  const role = 'super_admin';
  const written = await tx
    .insert(userRoles)
    .values({ user_id, role, assigned_by, is_first })
    .onConflictDoUpdate({
      target: userRoles.user_id,
      set: { role, assigned_by, ...(is_first ? { is_first } : {}) },
      setWhere: ne(userRoles.role, role),
    })
    .returning({ id: userRoles.id });
  if (written.length === 0) {
    throw alreadySuperAdmin();
  }
  await recordActivity(tx, {
    admin_id: assigned_by,
    action: 'role_change',
    target_type: 'user',
    target_id: user_id,
    details: { new_role: role },
  });
  const row = await findSuperAdmin(tx, user_id);
  if (!row) throw new Error('A super admin could not be read back');
  return presentSuperAdmin(row);
}
