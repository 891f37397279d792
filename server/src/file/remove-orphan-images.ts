import type { Services } from '../services.ts';
import { listOrphans, listRemoved, markUnused, pathOfImage } from './queries.ts';

/** How long an image may wait for the form that it belongs to. */
const UNUSED_TIMEOUT_MS = 24 * 3_600_000;
/** A removed image whose bytes still exist after this time is processed again. */
const REMOVAL_MS = 3_600_000;

type Needs = Pick<Services, 'db' | 'tasks' | 'clock'>;

/**
 * Removes uploaded images that nothing references after a day, and bytes left because a store was
 * unavailable. [X5]
 */
export async function removeOrphanImages(services: Needs): Promise<void> {
  const { db, tasks, clock } = services;
  const ago = (ms: number) => new Date(clock.now().getTime() - ms);
  for (const path of await listOrphans(db.drizzle, ago(UNUSED_TIMEOUT_MS))) {
    await removeUnused(services, path);
  }
  for (const path of await listRemoved(db.drizzle, ago(REMOVAL_MS))) {
    await tasks.add('remove_image', { path });
  }
}

/**
 * Removes an image that was replaced or removed, unless something else references it. Errors are
 * only logged: the member's change stays, and the image is found again a day later. [X5]
 */
export async function removeReplacedImage(
  services: Needs & Pick<Services, 'log'>,
  url: string | null,
): Promise<void> {
  const path = url && pathOfImage(url);
  if (!path) return;
  try {
    await removeUnused(services, path);
  } catch (error) {
    services.log.error({ err: error, path }, 'a replaced image could not be removed');
  }
}

/** Marks an image that nothing references, so that nothing ever will; a task deletes its bytes. */
async function removeUnused({ db, tasks, clock }: Needs, path: string): Promise<void> {
  await db.drizzle.transaction(async (tx) => {
    if (await markUnused(tx, path, clock.now())) await tasks.add('remove_image', { path }, tx);
  });
}
