import type { Services } from '../services.ts';
import { forgetImage } from './queries.ts';

/**
 * Deletes the bytes of an image that is marked as removed, then its row: a crash in between leaves
 * a row that is worked off again. No transaction is open while the store is asked. [X5]
 */
export async function removeImage(
  { db, images }: Pick<Services, 'db' | 'images'>,
  { path }: { path: string },
): Promise<void> {
  await images.remove(path);
  await forgetImage(db.drizzle, path);
}
