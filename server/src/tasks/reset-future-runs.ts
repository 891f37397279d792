import type { Database } from '../db/client.ts';
import { TIMEOUTS } from '../timeouts.ts';

/** The queue's longest delay before retrying a failed task is about 6 hours. */
const LONGEST_PAUSE = '8 hours';

/** By the clock that is behind: the queue runs scheduled tasks by the node's. */
const NOW = 'least(now(), $1::timestamptz)';
const RESET_SCHEDULES = `UPDATE graphile_worker._private_known_crontabs
  SET known_since = least(known_since, ${NOW}), last_execution = NULL
  WHERE last_execution > ${NOW} + interval '1 minute'`;
const RESET_TASKS = `UPDATE graphile_worker._private_jobs SET run_at = now()
  WHERE run_at > now() + CASE max_attempts WHEN 1 THEN interval '1 minute' ELSE $1::interval END
  AND locked_at IS NULL`;

/**
 * Repairs the queue after a clock was ahead, or while this node's or the database's is behind: no
 * scheduled task may have run in the future, and a task delayed then would wait far too long.
 * Scheduled tasks have a single attempt, so none of them waits for a retry.
 */
export async function resetFutureRuns({ db }: { db: Database }): Promise<void> {
  // A start waits for them, so not for as long as other statements of background work may take.
  const limit = { query_timeout: TIMEOUTS.statement + TIMEOUTS.statementGrace };
  await db.pool.query({ text: RESET_SCHEDULES, values: [new Date()], ...limit });
  await db.pool.query({ text: RESET_TASKS, values: [LONGEST_PAUSE], ...limit });
}
