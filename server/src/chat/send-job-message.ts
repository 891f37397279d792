import type { chat } from '@kindpal/contract/chat/contract';
import type { Message } from '@kindpal/contract/chat/schema';
import { actorCte, type Credential } from '../access/actor.ts';
import type { OpenCall } from '../access/call.ts';
import type { Database } from '../db/client.ts';
import type { Services } from '../services.ts';
import { invalidField, refusal } from '../wire/refusal.ts';
import { ownThread } from './policy.ts';
import {
  countMessage,
  MESSAGE_COLUMNS,
  type MessageRow,
  presentMessage,
  refuseForeignSender,
  refuseThread,
} from './thread.ts';

type Sent = MessageRow & {
  claim_id: string;
  member_id: string;
  is_current: boolean;
  can_write: boolean;
};

/** Membership, the message and (by trigger) its change event in one statement. */
const statement = (
  by: Credential['by'],
  claim?: string,
) => `WITH ${actorCte(by)}, ${ownThread(claim)},
  message AS (
    INSERT INTO messages (job_id, claim_id, sender_id, client_id, content)
    SELECT job_id, claim_id, member_id, $3, $4 FROM thread WHERE can_write
    ON CONFLICT (sender_id, client_id) DO NOTHING RETURNING *)
  SELECT thread.claim_id, thread.member_id, thread.is_current, thread.can_write, ${MESSAGE_COLUMNS}
  FROM thread LEFT JOIN message ON true LEFT JOIN users sender ON sender.id = message.sender_id`;
const SEND = { token: statement('token'), session: statement('session') };
const SEND_TO_CLAIM = { token: statement('token', '$5'), session: statement('session', '$5') };

const REPEATED = `SELECT ${MESSAGE_COLUMNS}
  FROM messages message JOIN users sender ON sender.id = message.sender_id
  WHERE message.sender_id = $1 AND message.client_id = $2 AND message.claim_id = $3`;

type Call = OpenCall<typeof chat.sendJobMessage>;

/**
 * Sends a message to the thread of the claim that it was written for, or of the job's current one;
 * the same `client_id` again answers the first one. [M1]
 */
export async function sendJobMessage({ input, context }: Call): Promise<Message> {
  const { credential, services } = context;
  if (!credential) throw refusal('UNAUTHORIZED');
  await countMessage(services.limiter, credential);
  await refuseForeignSender(services.db, credential, input.sender_id);
  const sent = await say(services.db, credential, input);
  if (!sent) throw await refuseThread(services.db, credential, input.job_id);
  services.limiter.remember(credential, sent.member_id);
  const thread = { job_id: input.job_id, claim_id: sent.claim_id };
  return presentMessage(sent.id ? sent : await getRepeated(services, sent, input), thread);
}

async function say(
  db: Database,
  { by, value }: Credential,
  { job_id, claim_id, client_id, content }: Call['input'],
): Promise<Sent | undefined> {
  const values = [value, job_id, client_id, content];
  const [sent] = await db.jsonRows<Sent>(
    claim_id
      ? { name: `send-to-claim-${by}`, text: SEND_TO_CLAIM[by], values: [...values, claim_id] }
      : { name: `send-${by}`, text: SEND[by], values },
  );
  return sent;
}

/** The message that this client id already names; it may have been stored before the claim ended. */
async function getRepeated(
  { db }: Pick<Services, 'db'>,
  { member_id, claim_id, is_current, can_write }: Sent,
  { client_id }: { client_id: string },
): Promise<MessageRow> {
  const [first] = await db.jsonRows<MessageRow>({
    name: 'send-repeated',
    text: REPEATED,
    values: [member_id, client_id, claim_id],
  });
  if (first) return first;
  if (!is_current) throw refusal('CLAIM_ENDED');
  if (!can_write) throw refusal('MEMBER_UNAVAILABLE');
  // The id names a message of another thread: not a repetition, but a client that reuses ids.
  throw invalidField('client_id', 'Already used');
}
