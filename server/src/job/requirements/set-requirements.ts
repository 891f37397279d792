import type { job } from '@kindpal/contract/job/contract';
import { eq, sql } from 'drizzle-orm';
import type { MemberCall } from '../../access/call.ts';
import { jobs } from '../../db/schema/job.ts';
import { getJobDetail } from '../get-job.ts';
import { changeLockedJob } from '../lock-job.ts';
import { authorizeRequirements } from '../policy.ts';

/**
 * Changes the requirements of an open job; a concurrent claim is checked against the result.
 * Throws NOT_FOUND, FORBIDDEN for all but the owner, JOB_NOT_OPEN. [J2]
 */
export async function setRequirements({ input, context }: MemberCall<typeof job.setRequirements>) {
  const { services, actor, credential } = context;
  const { job_id, requirements } = input;
  await changeLockedJob(context, job_id, async (tx, row) => {
    const { id } = authorizeRequirements(row, actor);
    const hours = requirements.favorites_first_hours;
    await tx
      .update(jobs)
      .set({
        requires_met_before: requirements.met_before,
        requires_verified: requirements.verified,
        requires_reviews: requirements.min_reviews,
        ...(hours !== undefined && { favorites_until: untilAfter(hours) }),
      })
      .where(eq(jobs.id, id));
  });
  services.live.wake();
  return getJobDetail(services, credential, job_id);
}

/** So many hours from now, but not after the start; null for none. */
function untilAfter(hours: number) {
  return hours > 0
    ? sql`least(${jobs.start_date}, now() + ${hours}::int * interval '1 hour')`
    : null;
}
