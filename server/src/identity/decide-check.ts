import type { identity } from '@kindpal/contract/identity/contract';
import { IDENTITY_MONTHS } from '@kindpal/contract/identity/rules';
import type { IdentityStep, StaffIdentityCheck } from '@kindpal/contract/identity/schema';
import type { ActivityAction } from '@kindpal/contract/staff/activity';
import { and, eq } from 'drizzle-orm';
import type { Authorized } from '../access/authorized.ts';
import type { MemberCall } from '../access/call.ts';
import { holdStaff } from '../access/hold-member.ts';
import type { Queries } from '../db/client.ts';
import { identityChecks } from '../db/schema/identity.ts';
import { recordActivity } from '../staff/activity/record-activity.ts';
import { viewIfRefused } from '../staff/activity/record-view.ts';
import { getStaffCheck, recordChecks, viewOfChecks } from './list-checks.ts';
import { authorizeStep, type LockedCheck } from './policy.ts';
import { lockCheck } from './queries.ts';

const ACTIONS: Record<IdentityStep['step'], ActivityAction> = {
  check: 'identity_check',
  confirm: 'identity_confirmation',
  refuse: 'identity_refusal',
  revoke: 'identity_revocation',
};

/**
 * Takes one step of a check and logs it. When two happen at once, the second sees the result of
 * the first. Throws NOT_FOUND, FORBIDDEN, SECOND_PERSON_NEEDED, CHECK_OVER. [S4]
 */
export async function decideCheck({
  input,
  context,
}: MemberCall<typeof identity.decide>): Promise<StaffIdentityCheck> {
  const { services, actor } = context;
  const now = services.clock.now();
  const seen = await getStaffCheck(services.db, input.id, actor);
  await viewIfRefused(context, viewOfChecks([seen]), async (tx) => {
    const found = await lockCheck(tx, input.id, actor);
    await holdStaff(tx, actor);
    const check = authorizeStep(actor, input.step, found);
    await take(tx, check, { input, by: actor.id, now });
    await recordActivity(tx, {
      admin_id: actor.id,
      action: ACTIONS[input.step],
      target_type: 'user',
      target_id: check.member_id,
      details: detailsOf(input),
    });
  });
  const check = await getStaffCheck(services.db, input.id, actor);
  await recordChecks(context, [check]);
  return check;
}

function detailsOf({ method, checklist, reason }: IdentityStep): Record<string, unknown> {
  return { ...(method && { method, checklist }), ...(reason && { reason }) };
}

type Taken = { input: IdentityStep; by: string; now: Date };

async function take(
  tx: Queries,
  { id, member_id }: Authorized<LockedCheck, 'step'>,
  { input, by, now }: Taken,
): Promise<void> {
  if (input.step === 'confirm') await replaceEarlier(tx, member_id, now);
  await tx
    .update(identityChecks)
    .set(changeOf({ input, by, now }))
    .where(eq(identityChecks.id, id));
}

function changeOf({ input, by, now }: Taken): Partial<typeof identityChecks.$inferInsert> {
  const ended = { ended_by: by, ended_at: now, reason: input.reason ?? null };
  switch (input.step) {
    case 'check': {
      const { method, checklist } = input;
      return { status: 'checked', method, checklist, checked_by: by, checked_at: now };
    }
    case 'confirm': {
      const expires_at = new Date(now);
      expires_at.setUTCMonth(expires_at.getUTCMonth() + IDENTITY_MONTHS);
      return { status: 'confirmed', confirmed_by: by, confirmed_at: now, expires_at };
    }
    case 'refuse':
      return { ...ended, status: 'refused' };
    case 'revoke':
      return { ...ended, status: 'revoked' };
  }
}

/** Ends the earlier check when a renewal replaces it. */
async function replaceEarlier(tx: Queries, memberId: string, now: Date): Promise<void> {
  await tx
    .update(identityChecks)
    .set({ status: 'replaced', ended_at: now })
    .where(and(eq(identityChecks.member_id, memberId), eq(identityChecks.status, 'confirmed')));
}
