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
      // The queue's own function, `complete_jobs`, leaves tasks that are running.
      const { rowCount } = await tx.execute(sql`DELETE FROM graphile_worker._private_jobs
        WHERE id = ${id}::bigint AND locked_by = ${locked_by}`);
      if (rowCount === 0) throw new Error('Another process has taken this task over');
    },
  };
}
