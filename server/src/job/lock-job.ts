import type { JobFacts } from '@kindpal/contract/job/rules';
import { and, desc, eq, isNull, or } from 'drizzle-orm';
import type { MemberContext } from '../access/context.ts';
import { holdMember } from '../access/hold-member.ts';
import type { Queries } from '../db/client.ts';
import { jobClaims } from '../db/schema/claim.ts';
import { jobs } from '../db/schema/job.ts';
import { notFound } from '../transport/refusal.ts';
import { findJob } from './queries.ts';

export type LockedJob = JobFacts & {
  id: string;
  owner_id: string;
  /** The live or completed claim. */
  claim: { id: string; sitter_id: string } | null;
};

type JobRow = typeof jobs.$inferSelect;

/** Rows that refer to the job can be stored meanwhile: their writers hold other locks already. */
async function lockRow(tx: Queries, id: string): Promise<JobRow | undefined> {
  const [row] = await tx.select().from(jobs).where(eq(jobs.id, id)).for('no key update');
  return row;
}

/** Changes the locked row of a job that the caller may see. Throws NOT_FOUND for any other. */
export async function changeLockedJob(
  { services, actor, credential }: MemberContext,
  id: string,
  change: (tx: Queries, row: JobRow) => Promise<unknown>,
): Promise<void> {
  if (!(await findJob(services.db, credential, id))) throw notFound();
  await services.db.drizzle.transaction(async (tx) => {
    await holdMember(tx, actor);
    const row = await lockRow(tx, id);
    if (!row) throw notFound();
    await change(tx, row);
  });
}

/**
 * A job and its current claim, locked until the transaction ends; the job is always locked first.
 */
export async function lockJob(tx: Queries, id: string): Promise<LockedJob | null> {
  const job = await lockRow(tx, id);
  if (!job) return null;
  const [claim] = await tx
    .select()
    .from(jobClaims)
    .where(
      and(
        eq(jobClaims.job_id, id),
        or(isNull(jobClaims.ended_at), eq(jobClaims.end_reason, 'completed')),
      ),
    )
    .orderBy(desc(jobClaims.claimed_at))
    .limit(1);
  return {
    id: job.id,
    owner_id: job.owner_id,
    status: job.status,
    start: job.start_date.getTime(),
    end: job.end_date.getTime(),
    started_at: claim?.started_at?.getTime() ?? null,
    completed_at: claim?.completed_at?.getTime() ?? null,
    confirmed_at: claim?.confirmed_at?.getTime() ?? null,
    taken_down: job.cancel_code === 'taken_down',
    claim: claim ? { id: claim.id, sitter_id: claim.sitter_id } : null,
  };
}
