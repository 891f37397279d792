/**
 * Asks the nodes on a database for the notifications that their clock sends each minute, so that no
 * test waits for the minute. The key keeps one of these tasks waiting at most.
 */
export const HURRY_CLOCK = `SELECT graphile_worker.add_job('notifyByClock', job_key := 'hurried')::text`;
