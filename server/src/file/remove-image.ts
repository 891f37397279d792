import type { Services } from '../services.ts';
import { deleteImageRow } from './queries.ts';

/**
 * Deletes the bytes of an image that is marked as removed, then its row: after a crash in
 * between, the row is processed again. No transaction is open during the call to the store. [X5]
 */
export async function removeImage(
  { db, images }: Pick<Services, 'db' | 'images'>,
  { path }: { path: string },
): Promise<void> {
  await images.remove(path);
  await deleteImageRow(db.drizzle, path);
}
