import type { claim } from '@kindpal/contract/claim/contract';
import { and, eq, isNull, or } from 'drizzle-orm';
import type { MemberCall } from '../access/call.ts';
import type { MemberContext } from '../access/context.ts';
import type { Queries } from '../db/client.ts';
import { jobClaims } from '../db/schema/claim.ts';
import { jobs } from '../db/schema/job.ts';
import { moveJob } from '../job/move-job.ts';
import { notFound } from '../transport/refusal.ts';

/** The table call that deletes a claim by id: the claim ends, and the job opens again. [J6] [X2] */
export async function releaseClaim({
  input,
  context,
}: {
  input: { id: string };
  context: MemberContext;
}) {
  await releaseWhere(eq(jobClaims.id, input.id), context);
}

/** The same by job and sitter. [J6] [X2] */
export async function releaseClaimOfJob({ input, context }: MemberCall<typeof claim.removeByJob>) {
  const { job_id, sitter_id } = input;
  await releaseWhere(
    and(eq(jobClaims.job_id, job_id), eq(jobClaims.sitter_id, sitter_id)),
    context,
  );
}

/** Only the owner and the sitter may know of a claim: for others it does not exist. */
async function releaseWhere(which: ReturnType<typeof and>, context: MemberContext): Promise<void> {
  const queries: Queries = context.services.db.drizzle;
  const { id } = context.actor;
  const [live] = await queries
    .select({ id: jobClaims.id, job_id: jobClaims.job_id })
    .from(jobClaims)
    .innerJoin(jobs, eq(jobs.id, jobClaims.job_id))
    .where(
      and(
        which,
        isNull(jobClaims.ended_at),
        or(eq(jobClaims.sitter_id, id), eq(jobs.owner_id, id)),
      ),
    );
  if (!live) throw notFound();
  const { id: claim_id, job_id } = live;
  await moveJob({ input: { job_id, claim_id, action: 'release' }, context });
}
