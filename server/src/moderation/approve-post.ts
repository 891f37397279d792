import { sql } from 'drizzle-orm';
import type { Queries } from '../db/client.ts';

/**
 * Shows a locked job that was held; what was promised to some before others begins now. A time that is
 * over already has the next look at offers open it and tell the sitters that it fits. [S4]
 */
export async function approvePost(tx: Queries, jobId: string): Promise<void> {
  await tx.execute(sql`UPDATE job_offers offer
    SET until_at = least(job.start_date, now() + (offer.until_at - offer.created_at))
    FROM jobs job WHERE job.id = offer.job_id AND job.id = ${jobId} AND job.held_at IS NOT NULL
      AND offer.kind = 'asked'`);
  await tx.execute(sql`UPDATE jobs job SET held_at = NULL,
      favorites_until = CASE WHEN job.favorites_until IS NOT NULL
        THEN least(job.start_date, now() + (job.favorites_until - job.created_at)) END,
      reserved_until = CASE WHEN job.status = 'open' THEN coalesce((SELECT max(offer.until_at)
        FROM job_offers offer WHERE offer.job_id = job.id AND offer.passed_at IS NULL), now()) END
    WHERE job.id = ${jobId} AND job.held_at IS NOT NULL`);
}
