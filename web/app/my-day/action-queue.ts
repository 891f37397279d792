import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { queueDatabaseOf } from './day-database.ts';

/** What a member did without a network: a message about a job, or a move of it. */
export type NewAction = { job_id: string; claim_id: string; title: string; created_at: number } & (
  | { kind: 'message'; client_id: string; content: string }
  | { kind: 'move'; move: 'start' | 'complete' }
);
/** `key` counts up in the order of doing; `refusal` says why the server did not take it. */
export type QueuedAction = NewAction & { key: number; refusal: string | null };

interface QueueDatabase extends DBSchema {
  actions: { key: number; value: NewAction & { key?: number; refusal: string | null } };
}

const STORE = 'actions';

/** Opens a member's queue, gives it to `work`, and closes it: one that is open cannot be removed. */
async function withQueue<T>(
  memberId: string,
  work: (database: IDBPDatabase<QueueDatabase>) => Promise<T>,
): Promise<T> {
  const database = await openDB<QueueDatabase>(queueDatabaseOf(memberId), 1, {
    upgrade: (fresh) =>
      void fresh.createObjectStore(STORE, { keyPath: 'key', autoIncrement: true }),
  });
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

/** Keeps an action until it is sent; rejects on a device without room. */
export async function addAction(memberId: string, action: NewAction): Promise<void> {
  await withQueue(memberId, (database) => database.add(STORE, { ...action, refusal: null }));
}

/** What waits or was refused, in the order in which it was done. */
export async function listActions(memberId: string): Promise<QueuedAction[]> {
  return (await withQueue(memberId, (database) => database.getAll(STORE))) as QueuedAction[];
}

/** Forgets an action that was sent, or that its member gave up. */
export function removeAction(memberId: string, key: number): Promise<void> {
  return withQueue(memberId, (database) => database.delete(STORE, key));
}

/** Notes why the server did not take an action: it is not sent again. */
export async function noteRefusal(memberId: string, action: QueuedAction, refusal: string) {
  await withQueue(memberId, (database) => database.put(STORE, { ...action, refusal }));
}
