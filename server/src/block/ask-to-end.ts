import type { block } from '@kindpal/contract/block/contract';
import { END_REQUEST } from '@kindpal/contract/block/contract';
import { sql } from 'drizzle-orm';
import type { MemberCall } from '../access/call.ts';
import type { MemberContext } from '../access/context.ts';
import { holdMember } from '../access/hold-member.ts';
import { notFound } from '../transport/refusal.ts';
import { sharedWith } from './policy.ts';
import { listLiveJobs } from './queries.ts';

/** The jobs that run between the caller and members they have blocked. */
export async function listJobsWithBlocked({ context }: { context: MemberContext }) {
  return { items: await listLiveJobs(context.services.db, { blockerId: context.actor.id }) };
}

/**
 * Asks our team to end a job with a member the caller has blocked, as one of their requests; asked
 * again while it waits, nothing is added. Throws NOT_FOUND where there is no such job. [S4]
 */
export async function askToEnd({ input, context }: MemberCall<typeof block.askToEnd>) {
  const { services, actor } = context;
  const message = [END_REQUEST, input.message].filter(Boolean).join('\n\n');
  await services.db.drizzle.transaction(async (tx) => {
    await holdMember(tx, actor);
    // Locks the job before its claim, like every move, to avoid deadlocks: the inserted row also
    // locks the job.
    await tx.execute(sql`SELECT FROM jobs WHERE id = ${input.job_id} FOR SHARE`);
    await tx.execute(sql`INSERT INTO feedback (user_id, job_id, topic, message, wants_follow_up)
      SELECT ${actor.id}, job.id, 'end_job', ${message}, true
      FROM jobs job JOIN job_claims claim ON claim.job_id = job.id
      WHERE job.id = ${input.job_id} AND job.status IN ('claimed', 'in_progress')
        AND claim.ended_at IS NULL AND ${sql.raw(sharedWith(`'${actor.id}'::uuid`))}
      FOR SHARE OF claim
      ON CONFLICT (user_id, job_id) WHERE topic = 'end_job' AND status IN ('open', 'in_progress')
        DO NOTHING`);
  });
  const [job] = await listLiveJobs(services.db, { blockerId: actor.id, jobId: input.job_id });
  if (!job || job.asked_at === null) throw notFound();
  services.live.wake();
  return job;
}
