import type { invite } from '@kindpal/contract/invite/contract';
import type { StaffInviteRequest } from '@kindpal/contract/invite/schema';
import { eq } from 'drizzle-orm';
import type { MemberCall } from '../access/call.ts';
import { holdStaff } from '../access/hold-member.ts';
import type { Queries } from '../db/client.ts';
import { inviteRequests, invites } from '../db/schema/invite.ts';
import { inviteRequestDecidedMail } from '../mail/mails/invite-request-decided.ts';
import { findMember } from '../member/queries.ts';
import { recordActivity } from '../staff/activity/record-activity.ts';
import { recordView, type View, viewIfRefused } from '../staff/activity/record-view.ts';
import { notFound, refusal } from '../transport/refusal.ts';
import { makeInviteCode } from './generate-invite.ts';
import { getStaffRequest } from './list-requests.ts';
import { authorizeDecision } from './policy.ts';

type Call = MemberCall<typeof invite.decideRequest>;
type Decided = { user_id: string; decision: Call['input']['decision']; reason: string };

/**
 * Grants or refuses a request for another code, once; the member is emailed the reason. Repeating
 * the same decision by the same person has no effect. Throws NOT_FOUND, OWN_REQUEST,
 * ALREADY_DECIDED. [I1]
 */
export async function decideRequest({ input, context }: Call): Promise<StaffInviteRequest> {
  const { services, actor } = context;
  const { id, decision, reason } = input;
  const stamp = { status: decision, decision_reason: reason, decided_by: actor.id };
  const view = viewOfRequest(id);
  await viewIfRefused(context, view, async (tx) => {
    await holdStaff(tx, actor);
    const request = await lockRequest(tx, id);
    if (request.status !== 'pending') return requireSameDecision(request, stamp);
    const allowed = authorizeDecision(actor, request);
    await tx
      .update(inviteRequests)
      .set({ ...stamp, decided_at: services.clock.now() })
      .where(eq(inviteRequests.id, allowed.id));
    await carryOut(tx, { user_id: allowed.user_id, decision, reason }, context);
    await recordActivity(tx, {
      admin_id: actor.id,
      action: 'invite_request_decision',
      target_type: 'invite_request',
      target_id: id,
      details: { decision, reason },
    });
  });
  const row = await getStaffRequest(services.db, id, actor);
  await recordView(context, view);
  return row;
}

/** The view of one request in its list. */
const viewOfRequest = (id: string): View => ({
  action: 'invite_requests_read',
  target_type: 'invite_request',
  target_id: id,
});

type InviteRequestRow = typeof inviteRequests.$inferSelect;

/** Of two concurrent decisions the second waits here, and then sees the first. */
async function lockRequest(tx: Queries, id: string): Promise<InviteRequestRow> {
  const [request] = await tx
    .select()
    .from(inviteRequests)
    .where(eq(inviteRequests.id, id))
    .for('update');
  if (!request) throw notFound();
  return request;
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

function requireSameDecision(
  request: InviteRequestRow,
  stamp: Pick<InviteRequestRow, 'status' | 'decision_reason' | 'decided_by'>,
): void {
  const isSame =
    request.status === stamp.status &&
    request.decided_by === stamp.decided_by &&
    request.decision_reason === stamp.decision_reason;
  if (!isSame) throw refusal('ALREADY_DECIDED');
}
