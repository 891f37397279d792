import { and, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Queries } from '../db/client.ts';
import { reviews } from '../db/schema/review.ts';
import type { Services } from '../services.ts';

/** Publishes reviews whose 14 days without the other side's review are over. [R9] */
export async function publishDueReviews({
  db,
  clock,
  live,
}: Pick<Services, 'db' | 'clock' | 'live'>): Promise<void> {
  await publishDue(db.drizzle, clock.now());
  live.wake();
}

/**
 * The same within a transaction, for reviews due at a given time. One that somebody holds is left
 * for the next run: waiting for several of them would deadlock with the deletion of a member.
 */
export async function publishDue(queries: Queries, now: Date): Promise<void> {
  const due = queries
    .select({ id: reviews.id })
    .from(reviews)
    .where(and(isNull(reviews.published_at), lte(reviews.publish_at, now)))
    .for('no key update', { skipLocked: true });
  await queries
    .update(reviews)
    .set({ published_at: sql`${reviews.publish_at}` })
    .where(inArray(reviews.id, due));
}
