import type { staff } from '@kindpal/contract/staff/contract';
import type { ModeratedJob } from '@kindpal/contract/staff/moderation';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { MemberCall } from '../access/call.ts';
import { holdStaff } from '../access/hold-member.ts';
import { feedback } from '../db/schema/feedback.ts';
import { lockJob } from '../job/lock-job.ts';
import { applyMove } from '../job/move-job.ts';
import { authorizeJob, relationOfStaff } from '../job/policy.ts';
import { settleOffers } from '../offer/settle-offers.ts';
import { notFound } from '../transport/refusal.ts';
import { getModeratedJob } from './moderation.ts';
import { recordActivity } from './record-activity.ts';

/**
 * Ends the claim of a job that is claimed or under way, by the state graph, where its two sides cannot go
 * on with each other; both are notified and read the reason. Requests for it are closed. Throws
 * NOT_FOUND, FORBIDDEN for a job of one's own or that one holds, JOB_ACTION_REFUSED when there is
 * nothing to end, as for the second of two at once. [S4] [J9]
 */
export async function endClaim({
  input,
  context,
}: MemberCall<typeof staff.endClaim>): Promise<ModeratedJob> {
  const { services, actor } = context;
  const { job_id, reason } = input;
  const now = services.clock.now();
  await services.db.drizzle.transaction(async (tx) => {
    await holdStaff(tx, actor);
    const job = await lockJob(tx, job_id);
    if (!job) throw notFound();
    const relation = relationOfStaff(actor, job, job.claim);
    const allowed = authorizeJob('end_claim', job, { relation, now });
    await applyMove(tx, allowed, { action: 'end_claim', by: actor.id, reason, now });
    await tx
      .update(feedback)
      .set({ status: 'resolved', version: sql`${feedback.version} + 1` })
      .where(
        and(
          eq(feedback.job_id, allowed.id),
          eq(feedback.topic, 'end_job'),
          inArray(feedback.status, ['open', 'in_progress']),
        ),
      );
    await recordActivity(tx, {
      admin_id: actor.id,
      action: 'claim_end',
      target_type: 'job',
      target_id: job_id,
      details: { reason },
    });
  });
  await settleOffers(services, job_id);
  return getModeratedJob(services.db, job_id, actor);
}
