import type { Contact } from '@kindpal/contract/chat/schema';
import { actorCte, type Credential } from '../access/actor.ts';
import type { Database } from '../db/client.ts';
import { gather } from '../db/gather.ts';
import { type ThreadName, threadCte, type Which } from './policy.ts';
import { DIRECT, KIND, MESSAGE, type MessageRow } from './threads.ts';

/** A member's message to a thread. */
export type NewMessage = {
  credential: Credential;
  name: ThreadName;
  client_id: string;
  content: string;
};

/** The stored message, or nulls if it was not stored, and its thread. */
export type Sent = MessageRow & {
  /** Null while there is no conversation yet. */
  thread_id: string | null;
  me: string;
  partner_id: string;
  is_current: boolean;
  can_write: boolean;
  contact: Contact;
};

/** Stores messages; undefined for a member who is not a participant of the thread. */
export type MessageStore = { store(message: NewMessage): Promise<Sent | undefined> };

/** Messages sent at the same time are stored by one statement, with one commit. */
export function createMessageStore(db: Database): MessageStore {
  const stores = new Map<string, (message: NewMessage) => Promise<Sent | undefined>>();
  return {
    store(message) {
      const { which } = message.name;
      const { by } = message.credential;
      const name = `send-${which}-${by}`;
      const store = stores.get(name) ?? gather(storeTogether(db, { name, which, by }));
      stores.set(name, store);
      return store(message);
    },
  };
}

type Shape = { name: string; which: Which; by: Credential['by'] };

/**
 * One prepared statement for any number of messages whose threads are identified in the same way.
 */
function storeTogether(db: Database, { name, which, by }: Shape) {
  const text = storeStatement(which, by);
  return async (messages: NewMessage[]) => {
    const rows = await db.jsonRows<Sent | { me: null }>({
      name,
      text,
      values: [
        messages.map(({ credential }) => credential.value),
        messages.map(({ client_id }) => client_id),
        messages.map(({ content }) => content),
        ...[0, 1].map((place) => messages.map((message) => message.name.values[place] ?? null)),
      ],
    });
    return rows.map((row) => (row.me === null ? undefined : row));
  };
}

/**
 * Authorization, the messages and (by trigger) their change events in one statement. Each row of
 * `given` looks up its own actor and thread, so that no message is authorized by another's
 * sender. Returns one row per message, in the same order.
 */
function storeStatement(which: Which, by: Credential['by']): string {
  const { messages, key, also } = KIND[which];
  const columns = [key, ...also.map(([column]) => column)].join(', ');
  const from = ['thread.thread_id', ...also.map(([, source]) => source)].join(', ');
  // A request locks its conversation while it is counted, so always in the same order.
  const inOrder = messages === DIRECT.messages ? 'thread.thread_id, thread.place' : 'thread.place';
  // If PostgreSQL knew how many there are, it would plan again for each number.
  const arrays = ['text', 'uuid', 'text', 'uuid', 'uuid'].map(
    (type, i) => `(SELECT $${i + 1}::${type}[])`,
  );
  return `WITH thread AS (
      SELECT given.place, given.client_id, given.content, found.*
      FROM unnest(${arrays.join(', ')}) WITH ORDINALITY
          given (credential, client_id, content, name, claim, place)
        LEFT JOIN LATERAL (
          WITH ${actorCte(by, 'given.credential')}, ${threadCte(which, ['given.name', 'given.claim'])}
          SELECT * FROM thread LIMIT 1) found ON true),
    message AS (
      INSERT INTO ${messages} (${columns}, sender_id, client_id, content)
      SELECT ${from}, thread.me, thread.client_id, thread.content FROM thread
      WHERE thread.can_write AND thread.thread_id IS NOT NULL
      ORDER BY ${inOrder}
      ON CONFLICT (sender_id, client_id) DO NOTHING RETURNING *)
    SELECT thread.thread_id, thread.me, thread.partner_id, thread.is_current, thread.can_write,
      thread.contact,
      ${MESSAGE} FROM thread LEFT JOIN message ON message.sender_id = thread.me
        AND message.client_id = thread.client_id AND message.${key} = thread.thread_id
    ORDER BY thread.place`;
}
