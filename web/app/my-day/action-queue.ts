import { type DBSchema, openDB } from 'idb';
import { queueDatabaseOf } from './day-database.ts';

/** What a member did without a network: a message about a job, or a move of it. */
export type NewAction = { job_id: string; claim_id: string; title: string; created_at: number } & (
  | { kind: 'message'; client_id: string; content: string }
  | { kind: 'move'; move: 'start' | 'complete' }
);
/** `key` counts up in the order of doing; `refusal` says why the server did not take it. */
export type QueuedAction = NewAction & { key: number; refusal: string | null };

interface QueueDatabase extends DBSchema {
  actions: {
    key: number;
    value: Omit<NewAction, never> & { key?: number; refusal: string | null };
  };
}

const STORE = 'actions';

/** Opens a member's queue, and closes it after `work`: one that is open cannot be removed. */
async function open(memberId: string) {
  return openDB<QueueDatabase>(queueDatabaseOf(memberId), 1, {
    upgrade: (fresh) =>
      void fresh.createObjectStore(STORE, { keyPath: 'key', autoIncrement: true }),
  });
}

/** Keeps an action until it is sent; rejects on a device without room. */
export async function addAction(memberId: string, action: NewAction): Promise<void> {
  const database = await open(memberId);
  try {
    await database.add(STORE, { ...action, refusal: null });
  } finally {
    database.close();
  }
}

/** What waits or was refused, in the order in which it was done. */
export async function listActions(memberId: string): Promise<QueuedAction[]> {
  const database = await open(memberId);
  try {
    return (await database.getAll(STORE)) as QueuedAction[];
  } finally {
    database.close();
  }
}

/** Forgets an action that was sent, or that its member gave up. */
export async function removeAction(memberId: string, key: number): Promise<void> {
  const database = await open(memberId);
  try {
    await database.delete(STORE, key);
  } finally {
    database.close();
  }
}

/** Notes why the server did not take an action: it is not sent again. */
export async function noteRefusal(memberId: string, action: QueuedAction, refusal: string) {
  const database = await open(memberId);
  try {
    await database.put(STORE, { ...action, refusal });
  } finally {
    database.close();
  }
}
