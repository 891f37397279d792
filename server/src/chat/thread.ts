import type { Message } from '@kindpal/contract/chat/schema';
import type { Actor } from '../access/actor.ts';
import { notFound, refusal } from '../wire/refusal.ts';

/** A message with its sender's card laid flat, as `MESSAGE_COLUMNS` makes it. */
export type MessageRow = Omit<Message, 'sender'> & {
  sender_name: string;
  sender_image: string | null;
};

/** Over `message` (messages) and `sender` (users); never anybody's e-mail. */
export const MESSAGE_COLUMNS = `message.id, message.job_id, message.claim_id, message.sender_id,
  message.client_id, message.content, message.message_type, message.created_at,
  sender.full_name AS sender_name, sender.profile_image_url AS sender_image`;

/** A message as its thread's two members see it. [M1] */
export function presentMessage(row: MessageRow): Message {
  return {
    id: row.id,
    job_id: row.job_id,
    claim_id: row.claim_id,
    sender_id: row.sender_id,
    client_id: row.client_id,
    content: row.content,
    message_type: row.message_type,
    created_at: row.created_at,
    sender: { full_name: row.sender_name, profile_image_url: row.sender_image },
  };
}

/** What to tell somebody who has no thread in a job. */
export function refuseThread({ actor, job_exists }: { actor: Actor | null; job_exists: boolean }) {
  if (!actor) return refusal('UNAUTHORIZED');
  return job_exists ? refusal('FORBIDDEN') : notFound();
}
