import { sql } from 'drizzle-orm';
import type { Services } from '../services.ts';

/** How long a decided report is kept, for both sides' history and for appeals. */
const KEPT_FOR = `interval '2 years'`;
const AT_ONCE = 5_000;

/**
 * Removes reports decided two years ago, in batches; their pictures become orphans. Those that a
 * call is just changing are left to the next run: waiting for them could deadlock.
 */
export async function pruneReports({ db }: Pick<Services, 'db'>): Promise<void> {
  await db.drizzle.execute(sql`DELETE FROM reports WHERE id IN (
    SELECT id FROM reports WHERE decided_at < now() - ${sql.raw(KEPT_FOR)}
    ORDER BY decided_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)`);
}
