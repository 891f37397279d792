import type { Services } from '../services.ts';

/** How long a stream may have been away and still be told what it missed. */
const KEPT = '24 hours';

/**
 * Removes events nobody will ask for and moves the horizon behind them. Events of a later
 * transaction than the present can only come from a restored backup: they go as well. [X4]
 */
export async function pruneChangeEvents({ db }: Pick<Services, 'db'>): Promise<void> {
  await db.pool.query(
    `WITH gone AS (
       DELETE FROM change_events
       WHERE created_at < now() - $1::interval OR tx > pg_current_xact_id() RETURNING tx)
     UPDATE live_horizon SET tx = greatest(tx, (SELECT max(tx) FROM gone WHERE tx < pg_current_xact_id()))
     WHERE EXISTS (SELECT FROM gone)`,
    [KEPT],
  );
}
