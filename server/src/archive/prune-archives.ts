import { ARCHIVE_DAYS } from '@kindpal/contract/archive/contract';
import { lt, sql } from 'drizzle-orm';
import { dataArchive } from '../db/schema/deletion.ts';
import type { Services } from '../services.ts';
import { archivePath } from './archive-path.ts';

const KEPT = sql.raw(`interval '${ARCHIVE_DAYS} days'`);

/** Removes exports 7 days after they were ready, with their files. [X1] */
export async function pruneArchives({ db, tasks, clock }: Services): Promise<void> {
  await db.drizzle.transaction(async (tx) => {
    const over = await tx
      .delete(dataArchive)
      .where(lt(dataArchive.readyAt, sql`${clock.now()}::timestamptz - ${KEPT}`))
      .returning();
    for (const { id } of over) await tasks.add('remove_image', { path: archivePath(id) }, tx);
  });
}
