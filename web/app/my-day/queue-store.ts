import { createStore } from '~/lib/store.ts';
import type { QueuedAction } from './action-queue.ts';

/** What this tab shows of its member's queue. Without the database's code: chats follow it as well. */
export const queueStore = createStore<readonly QueuedAction[]>([]);
