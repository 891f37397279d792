import { createStore } from '~/lib/store.ts';
import { listActions, type QueuedAction } from './action-queue.ts';

/** What this tab shows of its member's queue. */
export const queueStore = createStore<readonly QueuedAction[]>([]);

/** Shows what waits now; nothing where the device keeps nothing. */
export async function showQueue(memberId: string): Promise<void> {
  queueStore.change(await listActions(memberId).catch(() => []));
}
