import type { review } from '@kindpal/contract/review/contract';
import type { Review } from '@kindpal/contract/review/schema';
import { eq } from 'drizzle-orm';
import type { Authorized } from '../access/authorized.ts';
import type { MemberCall } from '../access/call.ts';
import { holdMember } from '../access/hold-member.ts';
import type { Queries } from '../db/client.ts';
import { reviews } from '../db/schema/review.ts';
import { notFound } from '../transport/refusal.ts';
import { authorizeReply, type LockedReview } from './policy.ts';
import { presentReview } from './present.ts';
import { findPublished, lockReview } from './queries.ts';

/** Replies in public to a review about the caller, once. [R9] */
export async function replyToReview({
  input,
  context,
}: MemberCall<typeof review.reply>): Promise<Review> {
  const { services, actor } = context;
  const { review_id, reply } = input;
  await services.db.drizzle.transaction(async (tx) => {
    await holdMember(tx, actor);
    const allowed = authorizeReply(actor, await lockReview(tx, review_id));
    await storeReply(tx, allowed, { reply, now: services.clock.now() });
  });
  const row = await findPublished(services.db, actor.id, review_id);
  if (!row) throw notFound();
  return presentReview(row, actor.id);
}

async function storeReply(
  tx: Queries,
  { id }: Authorized<LockedReview, 'reply'>,
  { reply, now }: { reply: string; now: Date },
): Promise<void> {
  await tx.update(reviews).set({ reply, replied_at: now }).where(eq(reviews.id, id));
}
