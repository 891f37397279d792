import type { Services } from '../services.ts';

/**
 * Makes the log's partitions ahead of time, drops those whose entries are older than the setting
 * says, and forgets views that are over. [S3]
 */
export async function keepActivity({ db, env }: Pick<Services, 'db' | 'env'>): Promise<void> {
  await db.pool.query('SELECT keep_activity_months($1)', [env.activityMonths]);
  await db.pool.query(
    "DELETE FROM staff_views WHERE seen_at < clock_timestamp() - interval '1 hour'",
  );
}
