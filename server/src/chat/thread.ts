import type { Message } from '@kindpal/contract/chat/schema';
import { type Credential, findActor } from '../access/actor.ts';
import type { Database } from '../db/client.ts';
import { notFound, refusal } from '../wire/refusal.ts';

/** A message with its sender's card laid flat, as `MESSAGE_COLUMNS` makes it. */
export type MessageRow = Omit<Message, 'sender' | 'job_id' | 'claim_id'> & {
  sender_name: string;
  sender_image: string | null;
};

/** Over `message` (messages) and `sender` (users); never anybody's e-mail. */
export const MESSAGE_COLUMNS = `message.id, message.sender_id, message.client_id, message.content,
  message.message_type, message.created_at, sender.full_name AS sender_name,
  sender.profile_image_url AS sender_image`;

/** A message of a thread as its two members see it. [M1] */
export function presentMessage(
  row: MessageRow,
  thread: Pick<Message, 'job_id' | 'claim_id'>,
): Message {
  return {
    id: row.id,
    job_id: thread.job_id,
    claim_id: thread.claim_id,
    sender_id: row.sender_id,
    client_id: row.client_id,
    content: row.content,
    message_type: row.message_type,
    created_at: row.created_at,
    sender: { full_name: row.sender_name, profile_image_url: row.sender_image },
  };
}

/** What to tell somebody who has no thread in a job: asked for only once that is known. */
export async function refuseThread(db: Database, credential: Credential, jobId: string) {
  if (!(await findActor(db, credential))) return refusal('UNAUTHORIZED');
  const { rowCount } = await db.pool.query('SELECT FROM jobs WHERE id = $1', [jobId]);
  return rowCount ? refusal('FORBIDDEN') : notFound();
}
