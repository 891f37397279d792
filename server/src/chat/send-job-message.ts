import type { chat } from '@kindpal/contract/chat/contract';
import type { Message } from '@kindpal/contract/chat/schema';
import {
  ACTOR_COLUMNS,
  type Actor,
  type ActorColumns,
  actorCte,
  actorOf,
  type Credential,
  FROM_ACTOR,
  findActor,
} from '../access/actor.ts';
import type { OpenCall } from '../access/call.ts';
import type { Services } from '../services.ts';
import { invalidField, refusal } from '../wire/refusal.ts';
import { JOB_EXISTS, OWN_THREAD } from './policy.ts';
import { MESSAGE_COLUMNS, type MessageRow, presentMessage, refuseThread } from './thread.ts';

type Sent = ActorColumns & { job_exists: boolean; in_thread: boolean } & MessageRow;

/** Membership, the message and (by trigger) its change event in one statement. */
const statement = (by: Credential['by']) => `WITH ${actorCte(by)}, ${OWN_THREAD},
  message AS (
    INSERT INTO messages (job_id, claim_id, sender_id, client_id, content)
    SELECT job_id, claim_id, member_id, $3, $4 FROM thread
    ON CONFLICT (sender_id, client_id) DO NOTHING RETURNING *)
  SELECT ${ACTOR_COLUMNS}, ${JOB_EXISTS} AS job_exists, thread.claim_id IS NOT NULL AS in_thread,
    ${MESSAGE_COLUMNS}
  FROM ${FROM_ACTOR} LEFT JOIN thread ON true LEFT JOIN message ON true
    LEFT JOIN users sender ON sender.id = message.sender_id`;
const SEND = { token: statement('token'), session: statement('session') };

const REPEATED = `SELECT ${MESSAGE_COLUMNS}
  FROM messages message JOIN users sender ON sender.id = message.sender_id
  WHERE message.sender_id = $1 AND message.client_id = $2 AND message.job_id = $3`;

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
  const [sent] = await services.db.jsonRows<Sent>({
    name: `send-${credential.by}`,
    text: SEND[credential.by],
    values: [credential.value, input.job_id, input.client_id, input.content],
  });
  const actor = actorOf(sent);
  if (!actor || !sent?.in_thread)
    throw refuseThread({ actor, job_exists: sent?.job_exists ?? false });
  return presentMessage(sent.id ? sent : await getRepeated(services, actor, input));
}

/** The message that this client id already names. */
async function getRepeated(
  { db }: Pick<Services, 'db'>,
  actor: Actor,
  { client_id, job_id }: { client_id: string; job_id: string },
): Promise<MessageRow> {
  const [first] = await db.jsonRows<MessageRow>({
    name: 'send-repeated',
    text: REPEATED,
    values: [actor.id, client_id, job_id],
  });
  // The id names a message of another job: not a repetition, but a client that reuses ids.
  if (!first) throw invalidField('client_id', 'Already used');
  return first;
}
