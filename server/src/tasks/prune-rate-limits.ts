import { type SQL, sql } from 'drizzle-orm';
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
  await pruneAttempts(db, sql`greatest(expires_at, blocked_until) < ${now}`);
  // Their times are the database's.
  await pruneAttempts(
    db,
    sql`blocked_until > clock_timestamp() + make_interval(secs => ${LONGEST_WAIT + 60})
      or expires_at > clock_timestamp() + make_interval(secs => ${COUNTED_SECONDS + 60})`,
  );
}

/** Leaves those of attempts in progress to the next time: waiting for them could deadlock. */
async function pruneAttempts({ drizzle }: Services['db'], which: SQL): Promise<void> {
  await drizzle.execute(sql`
    with held as (select key from auth.failed_attempts where ${which} for update skip locked)
    delete from auth.failed_attempts a using held where a.key = held.key`);
}
