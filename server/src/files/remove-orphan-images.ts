import type { Services } from '../services.ts';
import { deleteFiles, listOrphans, lockUnused, pathOfImage } from './queries.ts';

/** An image may wait this long for the form that it belongs to. */
const PATIENCE_MS = 24 * 3_600_000;

/** Removes uploaded images that nothing refers to a day later. [X5] */
export async function removeOrphanImages({
  db,
  images,
  clock,
}: Pick<Services, 'db' | 'images' | 'clock'>) {
  const paths = await listOrphans(db.drizzle, new Date(clock.now().getTime() - PATIENCE_MS));
  if (paths.length === 0) return;
  // Bytes first: a crash in between leaves a row that the next run finds again.
  for (const path of paths) await images.remove(path);
  await deleteFiles(db.drizzle, paths);
}

/**
 * Removes an image that was replaced or taken away, unless something else refers to it. What fails
 * here is only logged: what the member did stands, and the image is found again a day later. [X5]
 */
export async function removeReplacedImage(services: Services, url: string | null): Promise<void> {
  const { db, images, log } = services;
  const path = url && pathOfImage(url);
  if (!path) return;
  try {
    await db.drizzle.transaction(async (tx) => {
      if (!(await lockUnused(tx, path))) return;
      await images.remove(path);
      await deleteFiles(tx, [path]);
    });
  } catch (error) {
    log.error({ err: error, path }, 'a replaced image could not be removed');
  }
}
