import type { Services } from '../../services.ts';

/**
 * Creates the log's partitions ahead of time, drops those older than the setting, and removes
 * expired views. [S3]
 */
export async function keepActivity({ db, env }: Pick<Services, 'db' | 'env'>): Promise<void> {
  await db.pool.query('SELECT keep_activity_months($1)', [env.activityMonths]);
  await db.pool.query(
    "DELETE FROM staff_views WHERE seen_at < clock_timestamp() - interval '1 hour'",
  );
}
