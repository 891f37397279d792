import type { Database } from '../db/client.ts';

/** The longest pause that the queue makes before it tries a failed task again is about 6 hours. */
const LONGEST_PAUSE = '8 hours';

/**
 * Undoes what a clock that was ahead left in the queue: periodic work is not due before its last
 * run, and a task that was put off then waits for a moment that is far away.
 */
export async function forgetFutureRuns({ db }: { db: Database }): Promise<void> {
  await db.pool.query(`UPDATE graphile_worker._private_known_crontabs
    SET known_since = least(known_since, now()), last_execution = NULL
    WHERE last_execution > now() + interval '1 minute'`);
  await db.pool.query(
    `UPDATE graphile_worker._private_jobs SET run_at = now()
     WHERE run_at > now() + $1::interval AND locked_at IS NULL`,
    [LONGEST_PAUSE],
  );
}
