import { CONFIRM_AFTER_MS } from '@kindpal/contract/job/rules';
import { and, eq, inArray, isNull, lte } from 'drizzle-orm';
import type { Queries } from '../db/client.ts';
import { jobClaims } from '../db/schema/claim.ts';
import { jobs } from '../db/schema/job.ts';
import type { Services } from '../services.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'live'>;

/** Cancels what nobody claimed before it ended, with the reason 'expired'. [J9] */
export async function expireJobs({ db, clock, live }: Needs): Promise<void> {
  const queries: Queries = db.drizzle;
  await queries
    .update(jobs)
    .set({ status: 'cancelled', cancel_reason: 'expired' })
    .where(and(eq(jobs.status, 'open'), lte(jobs.end_date, clock.now())));
  live.wake();
}

/** Confirms completions that their owner left unanswered for 48 hours. [J9] */
export async function confirmCompletedJobs({ db, clock, live }: Needs): Promise<void> {
  const now = clock.now();
  await db.drizzle.transaction(async (tx) => {
    const due = await tx
      .select({ claim_id: jobClaims.id })
      .from(jobClaims)
      .innerJoin(jobs, eq(jobs.id, jobClaims.job_id))
      .where(
        and(
          eq(jobs.status, 'completed'),
          isNull(jobClaims.confirmed_at),
          isNull(jobClaims.ended_at),
          lte(jobClaims.completed_at, new Date(now.getTime() - CONFIRM_AFTER_MS)),
        ),
      )
      .for('update');
    if (due.length === 0) return;
    const ids = due.map((row) => row.claim_id);
    await tx
      .update(jobClaims)
      .set({ confirmed_at: now, ended_at: now, end_reason: 'completed' })
      .where(inArray(jobClaims.id, ids));
  });
  live.wake();
}
