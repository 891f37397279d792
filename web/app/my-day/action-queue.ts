import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { queueDatabaseOf } from './day-database.ts';

/** Something a member did offline: a message about a job, or an action on it. */
export type NewAction = { job_id: string; claim_id: string; title: string; created_at: number } & (
  | { kind: 'message'; client_id: string; content: string }
  | { kind: 'move'; move: 'start' | 'complete' }
);
/** `key` increases in the original order; `refusal` says why the server refused it. */
export type QueuedAction = NewAction & { key: number; refusal: string | null };

interface QueueDatabase extends DBSchema {
  actions: { key: number; value: NewAction & { key?: number; refusal: string | null } };
}

const STORE = 'actions';

/** Opens a member's queue for `work` and closes it: an open database cannot be deleted. */
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

/** Stores an action until it is sent; rejects if the device has no space. */
export async function addAction(memberId: string, action: NewAction): Promise<void> {
  await withQueue(memberId, (database) => database.add(STORE, { ...action, refusal: null }));
}

/** Waiting and refused actions, in the original order. */
export async function listActions(memberId: string): Promise<QueuedAction[]> {
  return (await withQueue(memberId, (database) => database.getAll(STORE))) as QueuedAction[];
}

/** Removes an action that was sent or that its member discarded. */
export function removeAction(memberId: string, key: number): Promise<void> {
  return withQueue(memberId, (database) => database.delete(STORE, key));
}

/** Stores why the server refused an action, which is not sent again. */
export async function noteRefusal(memberId: string, action: QueuedAction, refusal: string) {
  await withQueue(memberId, (database) => database.put(STORE, { ...action, refusal }));
}
