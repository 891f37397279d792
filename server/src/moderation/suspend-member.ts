import type { moderation } from '@kindpal/contract/moderation/contract';
import { type StaffDecision, SUSPENSION_DAYS_MAX } from '@kindpal/contract/moderation/schema';
import { and, eq, isNull } from 'drizzle-orm';
import type { Authorized } from '../access/authorized.ts';
import type { MemberCall } from '../access/call.ts';
import { holdStaff } from '../access/hold-member.ts';
import type { Queries } from '../db/client.ts';
import { users } from '../db/schema/member.ts';
import { moderationDecisions } from '../db/schema/moderation.ts';
import { requireConfirmed } from '../factor/policy.ts';
import type { Services } from '../services.ts';
import { recordActivity } from '../staff/activity/record-activity.ts';
import { viewIfRefused, viewOfUser } from '../staff/activity/record-view.ts';
import type { RoleHolder } from '../staff/policy.ts';
import { lockRoles } from '../staff/users/lock-roles.ts';
import { invalidField, notFound, refusal } from '../transport/refusal.ts';
import { mailSuspension } from './mail-suspension.ts';
import { authorizeSuspension } from './policy.ts';
import { presentStaffDecision } from './present.ts';
import { findDecision } from './queries.ts';
import { releaseHeldJobs } from './release-held-jobs.ts';

type Call = MemberCall<typeof moderation.suspend>;

/**
 * Suspends a member until a given time, or bans them. Throws NOT_FOUND, FORBIDDEN for a role that
 * is not below the caller's, REAUTHENTICATION_NEEDED, ALREADY_SUSPENDED, INVALID_INPUT. [S4]
 * [U10]
 */
export async function suspendMember({ input, context }: Call): Promise<StaffDecision> {
  const { services, actor } = context;
  const { member_id, reason, note } = input;
  const now = services.clock.now();
  const end = endOf(input.ends_at, now);
  const id = await viewIfRefused(context, viewOfUser(member_id), async (tx) => {
    const holderOf = await lockRoles(tx, [actor.id, member_id]);
    await holdStaff(tx, actor);
    await requireConfirmed(tx, context);
    const member = authorizeSuspension(holderOf(actor.id), holderOf(member_id));
    return applySuspension(tx, services, member, { end, reason, note, by: actor.id, now });
  });
  services.live.wake();
  const row = await findDecision(services.db, id);
  if (!row) throw notFound();
  return presentStaffDecision(row, actor);
}

type Suspension = {
  end: Date | null;
  reason: string;
  note: string;
  by: string;
  now: Date;
};

/**
 * Writes the suspension of a locked member and its consequences; returns the decision's id. The
 * trigger on `users.suspended_at` ends sessions and streams, and notifies the other sides of live
 * claims.
 */
export async function applySuspension(
  tx: Queries,
  services: Services,
  { id: member_id }: Authorized<RoleHolder, 'suspend'>,
  { end, reason, note, by, now }: Suspension,
): Promise<string> {
  const kind = end ? 'suspend' : 'ban';
  // Before the suspension, which notifies the other sides of the remaining claims.
  await releaseHeldJobs(tx, member_id, now);
  const suspended = await tx
    .update(users)
    .set({ suspended_at: now })
    .where(and(eq(users.id, member_id), isNull(users.suspended_at)))
    .returning({ id: users.id });
  if (suspended.length === 0) throw refusal('ALREADY_SUSPENDED');
  const [decision] = await tx
    .insert(moderationDecisions)
    .values({ member_id, kind, reason, note, decided_by: by, created_at: now, ends_at: end })
    .returning({ id: moderationDecisions.id });
  if (!decision) throw new Error('the decision was not written');
  await recordActivity(tx, {
    admin_id: by,
    action: `member_${kind}`,
    target_type: 'user',
    target_id: member_id,
    details: { decision_id: decision.id, reason, ...(end && { ends_at: end.toISOString() }) },
  });
  await mailSuspension(tx, services, member_id);
  return decision.id;
}

const DAY_MS = 86_400_000;

/**
 * The end of a suspension, null for a ban. It is checked before the member is read: the answer
 * would tell their role. Throws INVALID_INPUT.
 */
export function endOf(ends_at: string | null, now: Date): Date | null {
  if (ends_at === null) return null;
  const end = new Date(ends_at);
  const days = (end.getTime() - now.getTime()) / DAY_MS;
  if (days <= 0) throw invalidField('ends_at', 'Please choose a later end');
  if (days > SUSPENSION_DAYS_MAX) throw invalidField('ends_at', 'Please choose an earlier end');
  return end;
}
