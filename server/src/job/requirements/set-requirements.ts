import type { job } from '@kindpal/contract/job/contract';
import { eq, sql } from 'drizzle-orm';
import type { MemberCall } from '../../access/call.ts';
import { holdMember } from '../../access/hold-member.ts';
import { jobs } from '../../db/schema/job.ts';
import { notFound } from '../../transport/refusal.ts';
import { getJobDetail } from '../get-job.ts';
import { authorizeRequirements } from '../policy.ts';
import { findJob } from '../queries.ts';

/**
 * Changes the requirements of an open job; a concurrent claim is checked against the result.
 * Throws NOT_FOUND, FORBIDDEN for all but the owner, JOB_NOT_OPEN. [J2]
 */
export async function setRequirements({ input, context }: MemberCall<typeof job.setRequirements>) {
  const { services, actor, credential } = context;
  const { job_id, requirements } = input;
  if (!(await findJob(services.db, credential, job_id))) throw notFound();
  await services.db.drizzle.transaction(async (tx) => {
    await holdMember(tx, actor);
    const [row] = await tx.select().from(jobs).where(eq(jobs.id, job_id)).for('update');
    if (!row) throw notFound();
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
