import { sql } from 'drizzle-orm';
import type { Services } from '../services.ts';

/** Removes counters whose time is over. */
export async function pruneRateLimits({ db, clock }: Services): Promise<void> {
  await db.drizzle.execute(sql`delete from rate_limits where expire < ${clock.now().getTime()}`);
}
