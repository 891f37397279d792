import { createStore } from '~/lib/store.ts';
import type { QueuedAction } from './action-queue.ts';

/**
 * The member's queue as shown in this tab. Without the database code, because chats import it as
 * well.
 */
export const queueStore = createStore<readonly QueuedAction[]>([]);
