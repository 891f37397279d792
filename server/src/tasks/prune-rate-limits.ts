import { sql } from 'drizzle-orm';
import { LIMITS } from '../access/limits/limits.ts';
import type { Services } from '../services.ts';

const SECONDS = Object.fromEntries(
  Object.entries(LIMITS).map(([rule, { seconds }]) => [rule, seconds]),
);

/** Removes expired counters, and those that last too long, because a clock was ahead. */
export async function pruneRateLimits({ db, clock }: Services): Promise<void> {
  const now = clock.now();
  await db.drizzle.execute(sql`delete from rate_limits where expire < ${now.getTime()}`);
  await db.drizzle.execute(sql`delete from rate_limits
    using json_each_text(${JSON.stringify(SECONDS)}::json) as rule (name, seconds)
    where split_part(key, ':', 1) = rule.name
      and expire > ${now.getTime()}::bigint + (rule.seconds::bigint + 60) * 1000`);
  await db.drizzle.execute(
    sql`delete from auth.failed_attempts where greatest(expires_at, blocked_until) < ${now}`,
  );
}
