import type { review } from '@kindpal/contract/review/contract';
import { factsProblem } from '@kindpal/contract/review/rules';
import type { OwnReview } from '@kindpal/contract/review/schema';
import { sql } from 'drizzle-orm';
import type { Authorized } from '../access/authorized.ts';
import type { MemberCall } from '../access/call.ts';
import { holdMember } from '../access/hold-member.ts';
import type { Queries } from '../db/client.ts';
import { invalidField, refusal } from '../transport/refusal.ts';
import { authorizeReview, type LockedClaim } from './policy.ts';
import { presentOwnReview } from './present.ts';
import { listOwnReviews, lockReviewedClaim } from './queries.ts';

type Call = MemberCall<typeof review.write>;

/**
 * Writes one side's review of the other, or replaces it until it is published. The second side's
 * review publishes both, in the same transaction. [R9]
 */
export async function writeReview({ input, context }: Call): Promise<OwnReview> {
  const { services, actor } = context;
  const { claim_id, reviewer_id } = input;
  if (reviewer_id && reviewer_id !== actor.id) throw refusal('FORBIDDEN');
  const now = services.clock.now();
  await services.db.drizzle.transaction(async (tx) => {
    await holdMember(tx, actor);
    const claim = authorizeReview(await lockReviewedClaim(tx, claim_id, actor.id), now);
    if (factsProblem(claim.side, input.facts)) throw invalidField('facts', 'Unknown for this side');
    await storeReview(tx, claim, { input, by: actor.id, now });
  });
  const [row] = await listOwnReviews(services.db, actor.id, [claim_id]);
  if (!row) throw new Error('a review was not stored');
  return presentOwnReview(row);
}

/** The subject, the occasion and the publication date are set by a trigger. */
async function storeReview(
  tx: Queries,
  claim: Authorized<LockedClaim, 'review'>,
  { input, by, now }: { input: Call['input']; by: string; now: Date },
): Promise<void> {
  const { rating, text, would_repeat, facts, staff_note } = input;
  await tx.execute(sql`INSERT INTO reviews
      (claim_id, side, reviewer_id, rating, text, would_repeat, facts, staff_note, created_at)
    VALUES (${claim.id}, ${claim.side}, ${by}, ${rating}, ${text}, ${would_repeat},
      ${JSON.stringify(facts)}::jsonb, ${staff_note}, ${now.toISOString()})
    ON CONFLICT (claim_id, side) DO UPDATE SET rating = excluded.rating, text = excluded.text,
      would_repeat = excluded.would_repeat, facts = excluded.facts, staff_note = excluded.staff_note`);
}
