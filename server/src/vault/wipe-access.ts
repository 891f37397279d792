import { ACCESS_KEPT_DAYS } from '@kindpal/contract/vault/rules';
import type { Services } from '../services.ts';

/** How long data views are kept. */
const LOOKS_KEPT = '12 months';

/**
 * Removes access attached to jobs that ended a week ago, in whatever state, and old views. What its
 * owner is just saving, or a deletion removes, is left to the next run: waiting for it could
 * deadlock.
 */
export async function wipeJobAccess({ db }: Pick<Services, 'db'>): Promise<void> {
  await db.pool.query(`DELETE FROM job_access WHERE job_id IN (
    SELECT job_id FROM job_access JOIN jobs ON jobs.id = job_id
    WHERE jobs.end_date < clock_timestamp() - interval '${ACCESS_KEPT_DAYS * 24} hours'
    FOR UPDATE OF job_access SKIP LOCKED)`);
  await db.pool.query(
    `DELETE FROM data_views WHERE id IN (SELECT id FROM data_views
       WHERE period < clock_timestamp() - interval '${LOOKS_KEPT}' FOR UPDATE SKIP LOCKED)`,
  );
}
