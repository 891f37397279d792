import type { Database } from '../db/client.ts';

/** The queue's longest delay before retrying a failed task is about 6 hours. */
const LONGEST_PAUSE = '8 hours';

/**
 * Repairs the queue after the clock was ahead: no scheduled task may have run in the future, and
 * a task delayed then would wait far too long.
 */
export async function resetFutureRuns({ db }: { db: Database }): Promise<void> {
  await db.pool.query(`UPDATE graphile_worker._private_known_crontabs
    SET known_since = least(known_since, now()), last_execution = NULL
    WHERE last_execution > now() + interval '1 minute'`);
  await db.pool.query(
    `UPDATE graphile_worker._private_jobs SET run_at = now()
     WHERE run_at > now() + $1::interval AND locked_at IS NULL`,
    [LONGEST_PAUSE],
  );
}
