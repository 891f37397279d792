import { listActions } from './action-queue.ts';
import { queueStore } from './queue-store.ts';

/** Shows what waits now; nothing where the device keeps nothing. */
export async function showQueue(memberId: string): Promise<void> {
  queueStore.change(await listActions(memberId).catch(() => []));
}
