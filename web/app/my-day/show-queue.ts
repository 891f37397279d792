import { listActions } from './action-queue.ts';
import { queueStore } from './queue-store.ts';

/** Shows the current queue; nothing on a device that cannot store anything. */
export async function showQueue(memberId: string): Promise<void> {
  queueStore.change(await listActions(memberId).catch(() => []));
}
