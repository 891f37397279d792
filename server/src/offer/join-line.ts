import type { offer } from '@kindpal/contract/offer/contract';
import { STANDBY_MAX } from '@kindpal/contract/offer/schema';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { MemberCall } from '../access/call.ts';
import { holdMember } from '../access/hold-member.ts';
import { requireConfirmedEmail } from '../account/sign-up/confirmation.ts';
import type { Queries } from '../db/client.ts';
import { jobOffers } from '../db/schema/offer.ts';
import { lockJob } from '../job/lock-job.ts';
import { IS_BLOCKED, IS_WITHDRAWN } from '../job/policy.ts';
import { notFound, refusal } from '../transport/refusal.ts';
import {
  endedClaimOfOther,
  holdsOrDid,
  IS_WAITING,
  isReservedFrom,
  meetsRequirements,
} from './policy.ts';

const standingSchema = z.strictObject({
  is_open: z.boolean(),
  /** Claimed, started or completed: others can't tell these apart. */
  is_held: z.boolean(),
  is_reserved: z.boolean(),
  is_hidden: z.boolean(),
  may_sit: z.boolean(),
  is_in_line: z.boolean(),
  waiting: z.int(),
  meets: z.boolean(),
  requirements: z.strictObject({
    met_before: z.boolean(),
    verified: z.boolean(),
    min_reviews: z.int(),
    opens_at: z.null(),
    mine: z.null(),
  }),
});

/**
 * Adds the caller to the end of a job's waiting line; a caller who already waits keeps their
 * place. Throws NOT_FOUND for a job that they may not know of, JOB_IS_OPEN, CANNOT_WAIT_FOR_JOB,
 * REQUIREMENTS_NOT_MET, LINE_IS_FULL, and EMAIL_NOT_CONFIRMED for a newcomer who has to confirm.
 * Claimed, started and completed jobs get the same answer. [J5]
 */
export async function joinLine({ input, context }: MemberCall<typeof offer.join>) {
  const { services, actor } = context;
  await services.db.drizzle.transaction(async (tx) => {
    await holdMember(tx, actor);
    // Before the lock, whose time would tell that there is a job.
    await getStanding(tx, input.job_id, actor.id);
    // A release locks the same row, so it sees everybody who joined before it.
    await lockJob(tx, input.job_id);
    const standing = await getStanding(tx, input.job_id, actor.id);
    if (standing.is_in_line) return;
    if (!standing.may_sit) throw refusal('CANNOT_WAIT_FOR_JOB');
    if (standing.is_open) throw refusal('JOB_IS_OPEN');
    if (!standing.meets) throw refusal('REQUIREMENTS_NOT_MET', standing.requirements);
    // A turn of somebody who must not claim yet would only keep the next in line waiting.
    await requireConfirmedEmail(tx, actor.id);
    if (standing.waiting >= STANDBY_MAX) throw refusal('LINE_IS_FULL');
    await takePlace(tx, input.job_id, actor.id);
  });
}

/** How the caller stands to a job; NOT_FOUND if they may not know of it. */
async function getStanding(tx: Queries, jobId: string, actorId: string) {
  const { rows } = await tx.execute(sql`SELECT job.status = 'open' AS is_open,
      job.status IN ('claimed', 'in_progress', 'completed') AND job.end_date > now() AS is_held,
      ${sql.raw(isReservedFrom('actor.id'))} AS is_reserved,
      ${sql.raw(IS_WITHDRAWN)} OR ${sql.raw(IS_BLOCKED)} AS is_hidden,
      job.owner_id <> actor.id AND actor.role IN ('pet_sitter', 'both')
        AND NOT ${sql.raw(holdsOrDid('actor.id'))}
        AND NOT ${sql.raw(endedClaimOfOther('actor.id'))} AS may_sit,
      EXISTS (SELECT FROM job_offers offer WHERE offer.job_id = job.id
        AND offer.sitter_id = actor.id AND ${sql.raw(IS_WAITING)}) AS is_in_line,
      (SELECT count(*)::int FROM job_offers offer
        WHERE offer.job_id = job.id AND ${sql.raw(IS_WAITING)}) AS waiting,
      ${sql.raw(meetsRequirements('actor.id'))} AS meets,
      json_build_object('met_before', job.requires_met_before, 'verified', job.requires_verified,
        'min_reviews', job.requires_reviews, 'opens_at', NULL, 'mine', NULL) AS requirements
    FROM jobs job JOIN users actor ON actor.id = ${actorId} WHERE job.id = ${jobId}`);
  const standing = standingSchema.optional().parse(rows[0]);
  if (!standing || standing.is_hidden) throw notFound();
  const { is_in_line, is_reserved, is_open, is_held } = standing;
  if (!is_in_line && (is_reserved || !(is_open || is_held))) throw notFound();
  return standing;
}

async function takePlace(tx: Queries, job_id: string, sitter_id: string): Promise<void> {
  const place = { kind: 'standby' as const, until_at: null, passed_at: null };
  await tx
    .insert(jobOffers)
    .values({ job_id, sitter_id, ...place, created_at: sql`clock_timestamp()` })
    .onConflictDoUpdate({
      target: [jobOffers.job_id, jobOffers.sitter_id],
      set: {
        ...place,
        was_asked: sql`job_offers.was_asked OR job_offers.kind = 'asked'`,
        created_at: sql`clock_timestamp()`,
      },
    });
}
