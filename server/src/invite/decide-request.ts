import type { invite } from '@kindpal/contract/invite/contract';
import type { StaffInviteRequest } from '@kindpal/contract/invite/schema';
import { and, eq } from 'drizzle-orm';
import type { MemberCall } from '../access/call.ts';
import type { Queries } from '../db/client.ts';
import { inviteRequests, invites } from '../db/schema/invite.ts';
import { inviteRequestDecidedMail } from '../mail/mails/invite-request-decided.ts';
import { findMember } from '../member/queries.ts';
import { recordActivity } from '../staff/record-activity.ts';
import { notFound, refusal } from '../wire/refusal.ts';
import { makeInviteCode } from './generate-invite.ts';
import { getStaffRequest } from './list-requests.ts';

type Call = MemberCall<typeof invite.decideRequest>;
type Decided = { user_id: string; decision: Call['input']['decision']; reason: string };

/**
 * Grants or refuses a wish for a further code, once; the member is mailed the reason. The same
 * decision sent twice by the same person is one. Throws NOT_FOUND, ALREADY_DECIDED. [I1]
 */
export async function decideRequest({ input, context }: Call): Promise<StaffInviteRequest> {
  const { services, actor } = context;
  const { id, decision, reason } = input;
  const stamp = { status: decision, decision_reason: reason, decided_by: actor.id };
  await services.db.drizzle.transaction(async (tx) => {
    const [request] = await tx
      .update(inviteRequests)
      .set({ ...stamp, decided_at: services.clock.now() })
      .where(and(eq(inviteRequests.id, id), eq(inviteRequests.status, 'pending')))
      .returning({ user_id: inviteRequests.user_id });
    if (request) {
      await carryOut(tx, { ...request, decision, reason }, context);
      await recordActivity(tx, {
        admin_id: actor.id,
        action: 'invite_request_decision',
        target_type: 'invite_request',
        target_id: id,
        details: { decision, reason },
      });
    } else await requireSameDecision(tx, id, stamp);
  });
  return getStaffRequest(services.db, id);
}

async function carryOut(
  tx: Queries,
  { user_id, decision, reason }: Decided,
  { services, actor }: Call['context'],
): Promise<void> {
  if (decision === 'granted') {
    const by = { created_by: user_id, granted_by: actor.id, grant_reason: reason };
    await tx.insert(invites).values({ code: makeInviteCode(), kind: 'granted', ...by });
  }
  const member = await findMember(tx, user_id);
  if (!member) throw notFound();
  const mail = inviteRequestDecidedMail(services.env, { to: member.email, decision, reason });
  await services.mailer.send(mail, tx);
}

async function requireSameDecision(
  tx: Queries,
  id: string,
  stamp: Pick<typeof inviteRequests.$inferSelect, 'status' | 'decision_reason' | 'decided_by'>,
): Promise<void> {
  const [request] = await tx.select().from(inviteRequests).where(eq(inviteRequests.id, id));
  if (!request) throw notFound();
  const isSame =
    request.status === stamp.status &&
    request.decided_by === stamp.decided_by &&
    request.decision_reason === stamp.decision_reason;
  if (!isSame) throw refusal('ALREADY_DECIDED');
}
