import { ACCESS_KEPT_DAYS } from '@kindpal/contract/vault/rules';
import type { Services } from '../services.ts';

/** How long data views are kept. */
const LOOKS_KEPT = '12 months';

/** Removes access attached to jobs that ended a week ago, in whatever state, and old views. */
export async function wipeJobAccess({ db }: Pick<Services, 'db'>): Promise<void> {
  await db.pool.query(`DELETE FROM job_access USING jobs
    WHERE jobs.id = job_access.job_id
      AND jobs.end_date < clock_timestamp() - interval '${ACCESS_KEPT_DAYS * 24} hours'`);
  await db.pool.query(
    `DELETE FROM data_views WHERE period < clock_timestamp() - interval '${LOOKS_KEPT}'`,
  );
}
