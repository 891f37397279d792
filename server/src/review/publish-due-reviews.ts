import { and, isNull, lte, sql } from 'drizzle-orm';
import { reviews } from '../db/schema/review.ts';
import type { Services } from '../services.ts';

/** Publishes what waited 14 days for the other side's review. [R9] */
export async function publishDueReviews({
  db,
  clock,
  live,
}: Pick<Services, 'db' | 'clock' | 'live'>): Promise<void> {
  await db.drizzle
    .update(reviews)
    .set({ published_at: sql`${reviews.publish_at}` })
    .where(and(isNull(reviews.published_at), lte(reviews.publish_at, clock.now())));
  live.wake();
}
