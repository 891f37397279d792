import type { ActivityAction } from '@kindpal/contract/staff/activity';
import type { Actor } from '../../access/actor.ts';
import { holdStaff } from '../../access/hold-member.ts';
import type { Queries } from '../../db/client.ts';
import { type LockedJob, lockJob } from '../../job/lock-job.ts';
import { applyMove } from '../../job/move-job.ts';
import { authorizeJob, relationOfStaff, requireShownClaim } from '../../job/policy.ts';
import { requireTakeDown } from '../../moderation/policy.ts';
import { notFound } from '../../transport/refusal.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { readRoles } from '../users/lock-roles.ts';

const LOGGED_AS = {
  end_claim: 'claim_end',
  take_down: 'job_take_down',
} as const satisfies Record<string, ActivityAction>;

type Move = {
  job_id: string;
  action: keyof typeof LOGGED_AS;
  /** The claim that the caller was shown; any, if undefined. */
  claim_id?: string | undefined;
  reason: string;
  now: Date;
};

/**
 * Changes a job's state for staff, by the state graph, and logs it; returns the job before the
 * change. Throws NOT_FOUND; FORBIDDEN for a job that the caller posted or holds, and for taking
 * down one whose owner's role is not below the caller's; JOB_ACTION_REFUSED if its state does not
 * allow the action; CLAIM_CHANGED. [S4] [J9]
 */
export async function moveAsStaff(
  tx: Queries,
  actor: Actor,
  { job_id, action, claim_id, reason, now }: Move,
): Promise<LockedJob> {
  await holdStaff(tx, actor);
  const job = await lockJob(tx, job_id);
  if (!job) throw notFound();
  if (action === 'take_down') {
    // The caller's role is held. The owner is not locked, because a claim locks owners after jobs.
    const roleOf = await readRoles(tx, [actor.id, job.owner_id]);
    requireTakeDown(roleOf(actor.id), roleOf(job.owner_id));
  }
  const relation = relationOfStaff(actor, job, job.claim);
  const allowed = authorizeJob(action, job, { relation, now });
  requireShownClaim(job, claim_id);
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
