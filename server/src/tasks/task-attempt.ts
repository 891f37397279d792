import { sql } from 'drizzle-orm';
import type { Job } from 'graphile-worker';
import type { TaskAttempt } from './task-queue.ts';

/** The attempt that a worker makes at a task it has locked. */
export function attemptOf(
  { id, locked_by, attempts, max_attempts }: Omit<Job, 'payload'>,
  signal: AbortSignal,
): TaskAttempt {
  return {
    signal,
    isLast: attempts >= max_attempts,
    async end(tx) {
      // The queue's own function, `complete_jobs`, leaves tasks that are running. The worker, which
      // then finds no task, does not let the next one have its turn either.
      const { rowCount } = await tx.execute(sql`
        WITH ended AS (DELETE FROM graphile_worker._private_jobs
          WHERE id = ${id}::bigint AND locked_by = ${locked_by} RETURNING job_queue_id),
        released AS (UPDATE graphile_worker._private_job_queues turn
          SET locked_at = NULL, locked_by = NULL FROM ended
          WHERE turn.id = ended.job_queue_id AND turn.locked_by = ${locked_by})
        SELECT FROM ended`);
      if (rowCount === 0) throw new Error('Another process has taken this task over');
    },
  };
}
