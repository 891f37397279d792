import type { Services } from '../services.ts';

/** How long a stream may be disconnected and still get what it missed. */
export const KEPT_SECONDS = 24 * 60 * 60;

/**
 * Removes events that nobody will ask for and moves the horizon past them. Events from a future
 * transaction can only come from a restored backup: they are removed as well. [X4]
 */
export async function pruneChangeEvents({ db }: Pick<Services, 'db'>): Promise<void> {
  await db.pool.query(
    `WITH gone AS (
       DELETE FROM change_events
       WHERE created_at < now() - make_interval(secs => $1) OR tx > pg_current_xact_id() RETURNING tx)
     UPDATE live_horizon SET tx = greatest(tx, (SELECT max(tx) FROM gone WHERE tx < pg_current_xact_id()))
     WHERE EXISTS (SELECT FROM gone)`,
    [KEPT_SECONDS],
  );
}
