import { sql } from 'drizzle-orm';
import type { Services } from '../services.ts';

/** Staff see failed tasks on System Health; after a month they are useless. */
const KEPT_DAYS = 30;

/** Removes tasks that failed permanently that long ago. [S4] */
export async function pruneFailedTasks({ db, clock }: Services): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_DAYS * 86_400_000);
  await db.drizzle.execute(sql`select graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs
    where attempts >= max_attempts and locked_at is null and updated_at < ${before}))`);
}
