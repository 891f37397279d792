import type { chat } from '@kindpal/contract/chat/contract';
import type { Message } from '@kindpal/contract/chat/schema';
import { actorCte, type Credential } from '../access/actor.ts';
import type { OpenCall } from '../access/call.ts';
import type { Services } from '../services.ts';
import { invalidField, refusal } from '../wire/refusal.ts';
import { OWN_THREAD } from './policy.ts';
import {
  countMessage,
  MESSAGE_COLUMNS,
  type MessageRow,
  presentMessage,
  refuseForeignSender,
  refuseThread,
} from './thread.ts';

type Sent = MessageRow & { claim_id: string; member_id: string; can_write: boolean };

/** Membership, the message and (by trigger) its change event in one statement. */
const statement = (by: Credential['by']) => `WITH ${actorCte(by)}, ${OWN_THREAD},
  message AS (
    INSERT INTO messages (job_id, claim_id, sender_id, client_id, content)
    SELECT job_id, claim_id, member_id, $3, $4 FROM thread WHERE can_write
    ON CONFLICT (sender_id, client_id) DO NOTHING RETURNING *)
  SELECT thread.claim_id, thread.member_id, thread.can_write, ${MESSAGE_COLUMNS}
  FROM thread LEFT JOIN message ON true LEFT JOIN users sender ON sender.id = message.sender_id`;
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
  await countMessage(services.limiter, credential);
  await refuseForeignSender(services.db, credential, input.sender_id);
  const [sent] = await services.db.jsonRows<Sent>({
    name: `send-${credential.by}`,
    text: SEND[credential.by],
    values: [credential.value, input.job_id, input.client_id, input.content],
  });
  if (!sent) throw await refuseThread(services.db, credential, input.job_id);
  services.limiter.remember(credential, sent.member_id);
  const thread = { job_id: input.job_id, claim_id: sent.claim_id };
  return presentMessage(sent.id ? sent : await getRepeated(services, sent, input), thread);
}

/** The message that this client id already names. */
async function getRepeated(
  { db }: Pick<Services, 'db'>,
  { member_id, can_write }: Sent,
  { client_id, job_id }: { client_id: string; job_id: string },
): Promise<MessageRow> {
  const [first] = await db.jsonRows<MessageRow>({
    name: 'send-repeated',
    text: REPEATED,
    values: [member_id, client_id, job_id],
  });
  if (first) return first;
  if (!can_write) throw refusal('MEMBER_UNAVAILABLE');
  // The id names a message of another job: not a repetition, but a client that reuses ids.
  throw invalidField('client_id', 'Already used');
}
