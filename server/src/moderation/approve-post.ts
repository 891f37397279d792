import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Authorized } from '../access/authorized.ts';
import type { Queries } from '../db/client.ts';
import { jobs } from '../db/schema/job.ts';
import type { LockedReport } from '../report/policy.ts';

/**
 * Releases the locked job that a report is about and that was held, and a trigger notifies its
 * owner; offers and head starts begin now. If their time is already over, the next run for offers
 * opens the job and notifies matching sitters. [S4]
 */
export async function approvePost(
  tx: Queries,
  { subject_id: jobId }: Authorized<LockedReport, 'decide'>,
): Promise<void> {
  await tx.execute(sql`UPDATE job_offers offer
    SET until_at = least(job.start_date, now() + (offer.until_at - offer.created_at))
    FROM jobs job WHERE job.id = offer.job_id AND job.id = ${jobId} AND job.held_at IS NOT NULL
      AND offer.kind = 'asked'`);
  await tx
    .update(jobs)
    .set({
      held_at: null,
      favorites_until: sql`CASE WHEN ${jobs.favorites_until} IS NOT NULL THEN
        least(${jobs.start_date}, now() + (${jobs.favorites_until} - ${jobs.created_at})) END`,
      reserved_until: sql`CASE WHEN ${jobs.status} = 'open' THEN coalesce((SELECT max(offer.until_at)
        FROM job_offers offer WHERE offer.job_id = ${jobs.id} AND offer.passed_at IS NULL), now()) END`,
    })
    .where(and(eq(jobs.id, jobId), isNotNull(jobs.held_at)));
}
