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

/**
 * Stores an action until it is sent; rejects if the device has no space. A job that another tab has
 * already started or completed is not moved twice.
 */
export async function addAction(memberId: string, action: NewAction): Promise<void> {
  await withQueue(memberId, async (database) => {
    const { store, done } = database.transaction(STORE, 'readwrite');
    const waiting = await store.getAll();
    const isWaiting = waiting.some((one) => one.refusal === null && isSameMove(one, action));
    // A queue that was deleted at sign-out must not use keys again that are being sent.
    const key = Math.max(Date.now(), (waiting.at(-1)?.key ?? 0) + 1);
    await Promise.all([!isWaiting && store.add({ ...action, key, refusal: null }), done]);
  });
}

const isSameMove = (one: NewAction, other: NewAction) =>
  one.kind === 'move' &&
  other.kind === 'move' &&
  one.claim_id === other.claim_id &&
  one.move === other.move;

/** Waiting and refused actions, in the original order. */
export async function listActions(memberId: string): Promise<QueuedAction[]> {
  return (await withQueue(memberId, (database) => database.getAll(STORE))) as QueuedAction[];
}

/** An action of the queue; undefined once it was removed. */
export async function findAction(memberId: string, key: number): Promise<QueuedAction | undefined> {
  const found = await withQueue(memberId, (database) => database.get(STORE, key));
  return found as QueuedAction | undefined;
}

const held = new Set<string>();

/**
 * Runs `work` on an action, in one tab at a time; null if it is being sent or removed by other
 * work: of this tab only, in a browser without locks.
 */
export async function holdAction<Result>(
  memberId: string,
  key: number,
  work: () => Promise<Result>,
): Promise<Result | null> {
  const name = `kindpal-action-${memberId}-${key}`;
  if ('locks' in navigator) {
    const options = { ifAvailable: true };
    return navigator.locks.request(name, options, async (lock) => (lock ? work() : null));
  }
  if (held.has(name)) return null;
  held.add(name);
  return work().finally(() => held.delete(name));
}

/** Removes an action that its member discards; false if it is being sent, and may arrive. */
export async function discardAction(memberId: string, key: number): Promise<boolean> {
  const work = () => removeAction(memberId, key).then(() => true);
  return (await holdAction(memberId, key, work)) ?? false;
}

/** Removes an action that was sent. */
export function removeAction(memberId: string, key: number): Promise<void> {
  return withQueue(memberId, (database) => database.delete(STORE, key));
}

/** Stores why the server refused an action, which is not sent again; nothing if it is gone. */
export async function noteRefusal(memberId: string, { key }: QueuedAction, refusal: string) {
  await withQueue(memberId, async (database) => {
    const { store, done } = database.transaction(STORE, 'readwrite');
    const action = await store.get(key);
    await Promise.all([action && store.put({ ...action, refusal }), done]);
  });
}
