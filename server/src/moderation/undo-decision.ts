import type { moderation } from '@kindpal/contract/moderation/contract';
import type { StaffDecision } from '@kindpal/contract/moderation/schema';
import { eq } from 'drizzle-orm';
import type { MemberCall } from '../access/call.ts';
import type { MemberContext } from '../access/context.ts';
import { holdStaff } from '../access/hold-member.ts';
import { addressOf } from '../account/address-of.ts';
import type { Queries } from '../db/client.ts';
import { moderationDecisions } from '../db/schema/moderation.ts';
import { requireConfirmed } from '../factor/policy.ts';
import { appealDecidedMail } from '../mail/mails/suspended.ts';
import { recordActivity } from '../staff/activity/record-activity.ts';
import { viewIfRefused, viewOfDecision } from '../staff/activity/record-view.ts';
import type { RoleHolder } from '../staff/policy.ts';
import { lockRoles } from '../staff/users/lock-roles.ts';
import { notFound } from '../transport/refusal.ts';
import { endDecision } from './end-decision.ts';
import {
  authorizeAppealDecision,
  authorizeUndo,
  isSuspension,
  type LockedDecision,
} from './policy.ts';
import { presentStaffDecision } from './present.ts';
import { type DecisionRow, findDecision, listParties, lockDecision } from './queries.ts';

/**
 * Reverses a decision. Throws NOT_FOUND, FORBIDDEN, DECISION_OVER; REAUTHENTICATION_NEEDED for a
 * suspension or ban. [S4] [U10]
 */
export async function undoDecision({
  input,
  context,
}: MemberCall<typeof moderation.undo>): Promise<StaffDecision> {
  const { services, actor } = context;
  const now = services.clock.now();
  const found = await findDecision(services.db, input.id);
  // For staff who brought it about it does not exist, with or without a proof of their identity.
  if (!found || found.parties.includes(actor.id)) throw notFound();
  const needsProof = isSuspension(found);
  return withDecision(context, { found, needsProof }, async (tx, { by, member, decision }) => {
    const parties = await listParties(tx, input.id);
    const allowed = authorizeUndo(by, member, { decision, parties });
    await endDecision(tx, services, allowed, { as: 'undone', by: actor.id, now });
    await recordActivity(tx, {
      admin_id: actor.id,
      action: 'decision_undo',
      target_type: 'user',
      target_id: member.id,
      details: { decision_id: allowed.id, kind: allowed.kind, reason: input.reason },
    });
  });
}

/**
 * Answers an appeal: if granted, the decision ends; if upheld, it stays. Throws NOT_FOUND,
 * FORBIDDEN, OWN_DECISION, DECISION_OVER; REAUTHENTICATION_NEEDED if that lifts a suspension or
 * ban. [S4] [U10]
 */
export async function decideAppeal({
  input,
  context,
}: MemberCall<typeof moderation.decideAppeal>): Promise<StaffDecision> {
  const { services, actor } = context;
  const { id, decision: outcome, answer } = input;
  const now = services.clock.now();
  const found = await findDecision(services.db, id);
  if (!found) throw notFound();
  const needsProof = outcome === 'granted' && isSuspension(found);
  return withDecision(context, { found, needsProof }, async (tx, { by, member, decision }) => {
    const parties = await listParties(tx, id);
    const allowed = authorizeAppealDecision(by, member, { decision, parties });
    await tx
      .update(moderationDecisions)
      .set({
        appeal_decision: outcome,
        appeal_answer: answer,
        appeal_decided_at: now,
        appeal_decided_by: actor.id,
      })
      .where(eq(moderationDecisions.id, allowed.id));
    if (outcome === 'granted') {
      await endDecision(tx, services, allowed, { as: 'appeal', by: actor.id, now });
    }
    await recordActivity(tx, {
      admin_id: actor.id,
      action: 'appeal_decision',
      target_type: 'user',
      target_id: member.id,
      details: { decision_id: allowed.id, decision: outcome, reason: answer },
    });
    const to = await addressOf(tx, member.id);
    if (to === undefined) throw notFound();
    const mail = appealDecidedMail(services.env, { to, outcome, answer });
    await services.mailer.send({ ...mail, about_id: id }, tx);
  });
}

type Held = { by: RoleHolder; member: RoleHolder; decision: LockedDecision | undefined };

/**
 * Runs `work` with staff, member and decision locked, in the global order; returns the decision
 * afterwards. The kind of a decision never changes, so a proof of identity that it needs is
 * checked before anything that may.
 */
async function withDecision(
  context: MemberContext,
  { found, needsProof }: { found: DecisionRow; needsProof: boolean },
  work: (tx: Queries, held: Held) => Promise<void>,
): Promise<StaffDecision> {
  const { services, actor } = context;
  const { id } = found;
  await viewIfRefused(context, viewOfDecision(found), async (tx) => {
    const holderOf = await lockRoles(tx, [actor.id, found.member_id]);
    await holdStaff(tx, actor);
    if (needsProof) await requireConfirmed(tx, context);
    const decision = await lockDecision(tx, id);
    await work(tx, { by: holderOf(actor.id), member: holderOf(found.member_id), decision });
  });
  services.live.wake();
  const row = await findDecision(services.db, id);
  if (!row) throw notFound();
  return presentStaffDecision(row, actor);
}
