import type { Message, ThreadMessage } from '@kindpal/contract/chat/schema';
import { type Credential, findActor } from '../access/actor.ts';
import type { Limiter } from '../access/limiter.ts';
import type { Database } from '../db/client.ts';
import { invalidField, notFound, refusal } from '../wire/refusal.ts';

/** A message with its sender's card laid flat, as `THREAD_COLUMNS` makes it. */
export type ThreadRow = Omit<ThreadMessage, 'sender'> & {
  sender_name: string;
  sender_image: string | null;
};
export type MessageRow = ThreadRow & Pick<Message, 'message_type'>;

/** Over `message` (messages of any kind) and `sender` (users); never anybody's e-mail. */
export const THREAD_COLUMNS = `message.id, message.sender_id, message.client_id, message.content,
  message.created_at, sender.full_name AS sender_name, sender.profile_image_url AS sender_image`;
export const MESSAGE_COLUMNS = `${THREAD_COLUMNS}, message.message_type`;

/** A message of any thread as its two members see it. [M1] [M2] */
export function presentThreadMessage(row: ThreadRow): ThreadMessage {
  return {
    id: row.id,
    sender_id: row.sender_id,
    client_id: row.client_id,
    content: row.content,
    created_at: row.created_at,
    sender: { full_name: row.sender_name, profile_image_url: row.sender_image },
  };
}

/** A message of a job's chat as its two members see it. [M1] */
export function presentMessage(
  row: MessageRow,
  { job_id, claim_id }: Pick<Message, 'job_id' | 'claim_id'>,
): Message {
  return { ...presentThreadMessage(row), job_id, claim_id, message_type: row.message_type };
}

/** The cursor of what stands above this message, and back; one that is not ours is an input error. */
export function cursorAt(seq: number): string {
  return seq.toString(36);
}

export function seqOf(cursor: string | undefined, field = 'before'): number {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER;
  const seq = Number.parseInt(cursor, 36);
  if (!/^[0-9a-z]{1,11}$/.test(cursor) || !Number.isSafeInteger(seq)) {
    throw invalidField(field, 'These messages cannot be found any more');
  }
  return seq;
}

/** Counts one message of its sender, by the minute and by the day. Throws TOO_MANY_REQUESTS. */
export async function countMessage(limiter: Limiter, credential: Credential): Promise<void> {
  await limiter.consumeKnown('message_by_member', credential);
  await limiter.consumeKnown('message_a_day_by_member', credential);
}

/** Who sends is who is signed in: a body that names somebody else is refused. */
export async function refuseForeignSender(
  db: Database,
  credential: Credential,
  senderId: string | undefined,
): Promise<void> {
  if (!senderId) return;
  const actor = await findActor(db, credential);
  if (actor && actor.id !== senderId) throw refusal('FORBIDDEN');
}

/** What to tell somebody who has no thread in a job: asked for only once that is known. */
export async function refuseThread(db: Database, credential: Credential, jobId: string) {
  if (!(await findActor(db, credential))) return refusal('UNAUTHORIZED');
  const { rowCount } = await db.pool.query('SELECT FROM jobs WHERE id = $1', [jobId]);
  return rowCount ? refusal('FORBIDDEN') : notFound();
}
