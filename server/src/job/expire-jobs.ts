import { CONFIRM_AFTER_MS } from '@kindpal/contract/job/rules';
import { and, eq, inArray, isNull, lte } from 'drizzle-orm';
import type { Queries } from '../db/client.ts';
import { jobClaims } from '../db/schema/claim.ts';
import { jobs } from '../db/schema/job.ts';
import { jobEvents } from '../db/schema/job-event.ts';
import type { Services } from '../services.ts';
import { lockJob } from './lock-job.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'live'>;

/**
 * Cancels jobs that ended unclaimed, and records that they expired. Those that a call is just
 * changing are left to the next run: waiting for them could deadlock. [J9]
 */
export async function expireJobs({ db, clock, live }: Needs): Promise<void> {
  await db.drizzle.transaction(async (tx) => {
    const due = tx
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(eq(jobs.status, 'open'), lte(jobs.end_date, clock.now())))
      .for('no key update', { skipLocked: true });
    const expired = await tx
      .update(jobs)
      .set({ status: 'cancelled', cancel_code: 'expired' })
      .where(inArray(jobs.id, due))
      .returning({ job_id: jobs.id });
    await noteByClock(tx, 'expire', expired);
  });
  live.wake();
}

async function noteByClock(
  tx: Queries,
  action: 'expire' | 'confirm',
  found: { job_id: string; claim_id?: string }[],
): Promise<void> {
  if (found.length === 0) return;
  const actor_role = 'system' as const;
  await tx.insert(jobEvents).values(found.map((one) => ({ ...one, action, actor_role })));
}

/**
 * Confirms completions that the owner has not answered for 48 hours, each in a transaction of its
 * own: the records of several claims' members, locked in one, would deadlock with an owner who
 * confirms another claim just then. [J9]
 */
export async function confirmCompletedJobs({ db, clock, live }: Needs): Promise<void> {
  const now = clock.now();
  const due = await db.drizzle
    .select({ claim_id: jobClaims.id, job_id: jobClaims.job_id })
    .from(jobClaims)
    .innerJoin(jobs, eq(jobs.id, jobClaims.job_id))
    .where(and(eq(jobs.status, 'completed'), isDue(now)));
  for (const one of due) {
    await db.drizzle.transaction((tx) => confirmDue(tx, one, now));
  }
  live.wake();
}

const isDue = (now: Date) =>
  and(
    isNull(jobClaims.confirmed_at),
    isNull(jobClaims.ended_at),
    lte(jobClaims.completed_at, new Date(now.getTime() - CONFIRM_AFTER_MS)),
  );

/**
 * The job is locked before its claim, as in every move: the other order would deadlock with an
 * owner who answers just then. A claim that they answered meanwhile is left alone.
 */
async function confirmDue(
  tx: Queries,
  { claim_id, job_id }: { claim_id: string; job_id: string },
  now: Date,
): Promise<void> {
  await lockJob(tx, job_id);
  const confirmed = await tx
    .update(jobClaims)
    .set({ confirmed_at: now, ended_at: now, end_reason: 'completed' })
    .where(and(eq(jobClaims.id, claim_id), isDue(now)))
    .returning({ claim_id: jobClaims.id, job_id: jobClaims.job_id });
  await noteByClock(tx, 'confirm', confirmed);
}
