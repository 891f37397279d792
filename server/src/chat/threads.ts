import type { NotificationType } from '@kindpal/contract/notification/catalog';
import { actorCte, type Credential } from '../access/actor.ts';
import type { Database, Statement } from '../db/client.ts';
import { isPreparedSize } from '../db/page-statement.ts';
import { INSERT_MARKED_EVENT, lockUnread } from '../notification/queries.ts';
import { type ThreadName, threadCte, type Which } from './policy.ts';

/** A message with its sender's card, flattened. */
export type MessageRow = {
  id: string;
  sender_id: string;
  client_id: string;
  content: string;
  created_at: string;
  sender_name: string;
  sender_image: string | null;
};

/** The tables of a kind of thread: its messages, and how far each participant has read. */
export type Kind = {
  messages: string;
  reads: string;
  /** The thread's key in both tables. */
  key: string;
  /** The columns of `thread` returned with a page. */
  told: string;
  /** The types of its notifications, and the column of `thread` that is their subject. */
  notified: NotificationType[];
  subject: 'thread_id' | 'partner_id';
  /** Additional columns of a message, and their source in `thread`. */
  also: [column: string, from: string][];
};

export const JOB: Kind = {
  messages: 'messages',
  reads: 'thread_reads',
  key: 'claim_id',
  told: 'thread.thread_id, thread.can_write',
  notified: ['messages.job'],
  subject: 'thread_id',
  also: [['job_id', 'thread.job_id']],
};

export const DIRECT: Kind = {
  messages: 'conversation_messages',
  reads: 'conversation_reads',
  key: 'conversation_id',
  told: `thread.thread_id, thread.can_write, thread.partner_id, thread.partner_name,
    thread.partner_image, thread.partner_verified, thread.partner_role, thread.contact,
    thread.said_first`,
  notified: ['messages.direct', 'messages.request'],
  subject: 'partner_id',
  also: [],
};

export const KIND: Record<Which, Kind> = {
  job: JOB,
  claim: JOB,
  conversation: DIRECT,
  member: DIRECT,
};

/**
 * A message joined to its thread. The sender is one of the two participants, so no other table is
 * read; emails are never included.
 */
export const MESSAGE = `message.id, message.sender_id, message.client_id, message.content,
  message.created_at,
  CASE message.sender_id WHEN thread.me THEN thread.my_name ELSE thread.partner_name END AS sender_name,
  CASE message.sender_id WHEN thread.me THEN thread.my_image ELSE thread.partner_image END AS sender_image`;

type Listed = { by: Credential['by']; limit: number; before: number | null };

/**
 * The newest messages of a thread, or those before a sequence number, oldest first; an empty
 * thread is one row without a message. The limit is part of the text and applied before every
 * join, so that a generic plan reads no more of a long thread than of a short one. The thread is
 * a range of one value: for an equality PostgreSQL expects so few messages that it may fetch and
 * sort all of them.
 */
export function messagesStatement(
  { which, values }: ThreadName,
  credential: string,
  { by, limit, before }: Listed,
): Statement {
  const { messages, key, told } = KIND[which];
  const given = [credential, ...values];
  const isOlder = before !== null;
  const until = isOlder
    ? `(${key}, seq) < (thread.thread_id, $${given.length + 1})`
    : `${key} <= thread.thread_id`;
  return {
    ...(isPreparedSize(limit) && {
      name: `thread-${which}-${by}-${limit}${isOlder ? '-older' : ''}`,
    }),
    text: `WITH ${actorCte(by)}, ${threadCte(which)}
      SELECT ${told}, message.seq, ${MESSAGE} FROM thread LEFT JOIN LATERAL (
        SELECT * FROM ${messages} WHERE ${key} >= thread.thread_id AND ${until}
        ORDER BY ${key} DESC, seq DESC LIMIT ${Math.trunc(limit)}) message ON true
      ORDER BY message.seq`,
    values: isOlder ? [...given, before] : given,
  };
}

/** The sender's message with this client id in this thread, if any. */
export async function findRepeated(
  db: Database,
  which: Which,
  { me, thread_id, client_id }: { me: string; thread_id: string; client_id: string },
): Promise<MessageRow | undefined> {
  const { messages, key } = KIND[which];
  const [first] = await db.jsonRows<MessageRow>({
    name: `send-repeated-${messages}`,
    text: `SELECT message.id, message.sender_id, message.client_id, message.content,
        message.created_at, sender.full_name AS sender_name, sender.profile_image_url AS sender_image
      FROM ${messages} message JOIN users sender ON sender.id = message.sender_id
      WHERE message.sender_id = $1 AND message.client_id = $2 AND message.${key} = $3`,
    values: [me, client_id, thread_id],
  });
  return first;
}

/**
 * Records that member `me` has read a thread up to its newest message, and marks its
 * notifications as read; false if they are not a participant.
 */
export async function noteRead(
  db: Database,
  me: string,
  { which, values }: ThreadName,
): Promise<boolean> {
  const { messages, reads, key, subject, notified } = KIND[which];
  const rows = await db.prepared(
    `read-${which}`,
    `WITH actor AS (SELECT $1::uuid AS id), ${threadCte(which)}, noted AS (
        INSERT INTO ${reads} (${key}, member_id, last_seq)
        SELECT thread.thread_id, thread.me, coalesce((SELECT seq FROM ${messages}
          WHERE ${key} = thread.thread_id ORDER BY seq DESC LIMIT 1), 0)
        FROM thread WHERE thread.thread_id IS NOT NULL
        ON CONFLICT (${key}, member_id) DO UPDATE
          SET last_seq = excluded.last_seq WHERE ${reads}.last_seq < excluded.last_seq),
      unread AS (${lockUnread(`SELECT notifications.id FROM notifications, thread
        WHERE notifications.member_id = thread.me AND subject_id = thread.${subject}
          AND type IN ('${notified.join("', '")}') AND read_at IS NULL`)}),
      marked AS (UPDATE notifications SET read_at = clock_timestamp() FROM unread
        WHERE notifications.id = unread.id RETURNING in_bell),
      told AS (${INSERT_MARKED_EVENT})
      SELECT partner_id FROM thread`,
    [me, ...values],
  );
  return rows.length > 0;
}
