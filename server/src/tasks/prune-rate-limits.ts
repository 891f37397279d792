import { sql } from 'drizzle-orm';
import { GROWING_WAITS, LIMITS } from '../access/limits/limits.ts';
import { LONGEST_WAIT } from '../account/sign-in/failed-attempts.ts';
import type { Services } from '../services.ts';

/** For how long failed attempts of any kind are counted, in seconds. */
const COUNTED_SECONDS = Math.max(...Object.values(GROWING_WAITS).map(({ seconds }) => seconds));

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
  // Their times are the database's.
  await db.drizzle.execute(sql`delete from auth.failed_attempts
    where blocked_until > clock_timestamp() + make_interval(secs => ${LONGEST_WAIT + 60})
      or expires_at > clock_timestamp() + make_interval(secs => ${COUNTED_SECONDS + 60})`);
}
