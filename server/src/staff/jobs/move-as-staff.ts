import type { ActivityAction } from '@kindpal/contract/staff/activity';
import type { Actor } from '../../access/actor.ts';
import { holdStaff } from '../../access/hold-member.ts';
import type { Queries } from '../../db/client.ts';
import { type LockedJob, lockJob } from '../../job/lock-job.ts';
import { applyMove } from '../../job/move-job.ts';
import { authorizeJob, relationOfStaff } from '../../job/policy.ts';
import { notFound } from '../../transport/refusal.ts';
import { recordActivity } from '../activity/record-activity.ts';

const LOGGED_AS = {
  end_claim: 'claim_end',
  take_down: 'job_take_down',
} as const satisfies Record<string, ActivityAction>;

type Move = { job_id: string; action: keyof typeof LOGGED_AS; reason: string; now: Date };

/**
 * Changes a job's state for staff, by the state graph, and logs it; returns the job before the
 * change. Throws NOT_FOUND, FORBIDDEN for a job that the caller posted or holds, JOB_ACTION_REFUSED
 * if its state does not allow the action. [S4] [J9]
 */
export async function moveAsStaff(
  tx: Queries,
  actor: Actor,
  { job_id, action, reason, now }: Move,
): Promise<LockedJob> {
  await holdStaff(tx, actor);
  const job = await lockJob(tx, job_id);
  if (!job) throw notFound();
  const relation = relationOfStaff(actor, job, job.claim);
  const allowed = authorizeJob(action, job, { relation, now });
  await applyMove(tx, allowed, { action, by: actor.id, reason, now });
  await recordActivity(tx, {
    admin_id: actor.id,
    action: LOGGED_AS[action],
    target_type: 'job',
    target_id: job_id,
    details: { reason },
  });
  return job;
}
