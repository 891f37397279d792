/**
 * Makes the nodes of a database run the task that sends due notifications, so that no test waits
 * for the next minute. The key allows one such task in the queue.
 */
export const RUN_MINUTE_TASKS = `SELECT graphile_worker.add_job('notifyByClock', job_key := 'minute_tasks')::text`;
