import { sql } from 'drizzle-orm';
import type { Services } from '../services.ts';

/** Removes expired counters. */
export async function pruneRateLimits({ db, clock }: Services): Promise<void> {
  const now = clock.now();
  await db.drizzle.execute(sql`delete from rate_limits where expire < ${now.getTime()}`);
  await db.drizzle.execute(
    sql`delete from auth.failed_attempts where greatest(expires_at, blocked_until) < ${now}`,
  );
}
