import type { chat } from '@kindpal/contract/chat/contract';
import type { Message } from '@kindpal/contract/chat/schema';
import { type Actor, actorCte, type Credential, findActor } from '../access/actor.ts';
import type { OpenCall } from '../access/call.ts';
import { refusal } from '../wire/refusal.ts';
import { OWN_THREAD, THREAD_REFUSAL } from './policy.ts';
import { MESSAGE_COLUMNS, refuseThread } from './thread.ts';

type Sent = {
  actor: Actor | null;
  job_exists: boolean;
  in_thread: boolean;
  message: Message | null;
};

/** Membership, the message and (by trigger) its change event in one statement. */
const statement = (by: Credential['by']) => `WITH ${actorCte(by)}, ${OWN_THREAD},
  message AS (
    INSERT INTO messages (job_id, claim_id, sender_id, client_id, content)
    SELECT job_id, claim_id, member_id, $3, $4 FROM thread
    ON CONFLICT (sender_id, client_id) DO NOTHING RETURNING *)
  SELECT ${THREAD_REFUSAL}, EXISTS (SELECT FROM thread) AS in_thread,
    (SELECT to_json(sent) FROM (
      SELECT ${MESSAGE_COLUMNS} FROM message JOIN users sender ON sender.id = message.sender_id
    ) sent) AS message`;
const SEND = { token: statement('token'), session: statement('session') };

const REPEATED = `SELECT to_json(sent) AS message FROM (
  SELECT ${MESSAGE_COLUMNS} FROM messages message JOIN users sender ON sender.id = message.sender_id
  WHERE message.sender_id = $1 AND message.client_id = $2 AND message.job_id = $3) sent`;

/** Sends a message to the job's thread; the same `client_id` again answers the first one. [M1] */
export async function sendJobMessage({
  input,
  context,
}: OpenCall<typeof chat.sendJobMessage>): Promise<Message> {
  const { credential, services } = context;
  if (!credential) throw refusal('UNAUTHORIZED');
  if (input.sender_id) {
    const actor = await findActor(services.db, credential);
    if (actor && actor.id !== input.sender_id) throw refusal('FORBIDDEN');
  }
  const [sent] = await services.db.prepared<Sent>(`send-${credential.by}`, SEND[credential.by], [
    credential.value,
    input.job_id,
    input.client_id,
    input.content,
  ]);
  if (!sent?.in_thread || !sent.actor)
    throw refuseThread(sent ?? { actor: null, job_exists: false });
  if (sent.message) return sent.message;
  const [first] = await services.db.prepared<{ message: Message }>('send-repeated', REPEATED, [
    sent.actor.id,
    input.client_id,
    input.job_id,
  ]);
  // The id names a message of another job: not a repetition, but a client that reuses ids.
  if (!first)
    throw refusal('INVALID_INPUT', { fields: [{ path: 'client_id', message: 'Already used' }] });
  return first.message;
}
