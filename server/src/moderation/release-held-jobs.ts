import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Queries } from '../db/client.ts';
import { jobClaims } from '../db/schema/claim.ts';
import { jobs } from '../db/schema/job.ts';
import { lockJob } from '../job/lock-job.ts';
import { applyMove } from '../job/move-job.ts';
import { authorizeJob } from '../job/policy.ts';

/** The jobs that a sitter holds and has not started, in the order of their ids. */
export function listHeldJobs(tx: Queries, sitterId: string): Promise<{ id: string }[]> {
  return tx
    .select({ id: jobs.id })
    .from(jobClaims)
    .innerJoin(jobs, eq(jobs.id, jobClaims.job_id))
    .where(
      and(
        eq(jobClaims.sitter_id, sitterId),
        isNull(jobClaims.ended_at),
        eq(jobs.status, 'claimed'),
      ),
    )
    .orderBy(asc(jobs.id));
}

/**
 * Releases the jobs that a sitter holds and has not started, as the system; their owners are
 * notified without the reason. With the sitter locked, no new claim can come in between. [J6]
 */
export async function releaseHeldJobs(tx: Queries, sitterId: string, now: Date): Promise<void> {
  for (const { id } of await listHeldJobs(tx, sitterId)) {
    const job = await lockJob(tx, id);
    // Its owner may have ended the claim meanwhile.
    if (job?.status !== 'claimed' || job.claim?.sitter_id !== sitterId) continue;
    const allowed = authorizeJob('release', job, { relation: 'system', now });
    await applyMove(tx, allowed, { action: 'release', by: null, now });
  }
}
