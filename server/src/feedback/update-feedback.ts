import type { feedback as calls } from '@kindpal/contract/feedback/contract';
import type { StaffFeedback } from '@kindpal/contract/feedback/schema';
import { eq, sql } from 'drizzle-orm';
import type { Authorized } from '../access/authorized.ts';
import type { MemberCall } from '../access/call.ts';
import { holdStaff } from '../access/hold-member.ts';
import { isUniqueViolation, type Queries } from '../db/client.ts';
import { feedback } from '../db/schema/feedback.ts';
import { feedbackAnsweredMail } from '../mail/mails/feedback-answered.ts';
import { recordActivity } from '../staff/activity/record-activity.ts';
import { viewIfRefused } from '../staff/activity/record-view.ts';
import { notFound, refusal } from '../transport/refusal.ts';
import { recordRequests, viewOfRequests } from './list-feedback.ts';
import { authorizeHandling, type LockedFeedback } from './policy.ts';
import { presentStaffFeedback } from './present.ts';
import { findStaffFeedback, lockFeedback } from './queries.ts';

type Call = MemberCall<typeof calls.update>;

/**
 * Sets a status, or stores an answer, which also sets responded unless a status is given, and
 * emails it to the sender. With a version, the change is refused if the request has changed
 * since. [F4]
 */
export async function updateFeedback({ input, context }: Call): Promise<StaffFeedback> {
  const { services, actor } = context;
  const now = services.clock.now();
  const row = await viewIfRefused(context, viewOfRequests([input.id]), async (tx) => {
    await holdStaff(tx, actor);
    const allowed = authorizeHandling(actor, await lockFeedback(tx, input.id, actor.id));
    await writeChange(tx, allowed, { change: input, by: actor.id, now });
    const row = await findStaffFeedback(tx, input.id, actor.id);
    if (!row) throw notFound();
    await recordActivity(tx, {
      admin_id: actor.id,
      action: input.admin_response ? 'feedback_answer' : 'feedback_status',
      target_type: 'feedback',
      target_id: input.id,
      details: { status: row.status },
    });
    // Members ask by writing; visitors by the checkbox next to their address.
    if (input.admin_response && row.email && (row.user_id || row.wants_follow_up)) {
      const mail = feedbackAnsweredMail(services.env, {
        to: row.email,
        asked: row.message,
        answer: input.admin_response,
      });
      const of = { about_id: input.id, to_visitor: row.user_id === null };
      await services.mailer.send({ ...mail, ...of }, tx);
    }
    return row;
  });
  await recordRequests(context, [row]);
  return presentStaffFeedback(row, now);
}

/**
 * Throws FEEDBACK_CHANGED when the change was based on another version, NEWER_REQUEST_OPEN when it
 * would open a second request to end the same job.
 */
async function writeChange(
  tx: Queries,
  row: Authorized<LockedFeedback, 'handle'>,
  { change, by, now }: { change: Call['input']; by: string; now: Date },
): Promise<void> {
  const { admin_response, status, version } = change;
  if (version !== undefined && version !== row.version) throw refusal('FEEDBACK_CHANGED');
  const answer = admin_response ? { admin_response, responded_at: now, responded_by: by } : {};
  await tx
    .update(feedback)
    .set({ ...answer, status: status ?? 'responded', version: sql`${feedback.version} + 1` })
    .where(eq(feedback.id, row.id))
    .catch((error: unknown) => {
      if (isUniqueViolation(error, 'feedback_one_ending')) throw refusal('NEWER_REQUEST_OPEN');
      throw error;
    });
}
