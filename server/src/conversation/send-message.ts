import type { conversation } from '@kindpal/contract/conversation/contract';
import type { ConversationMessage } from '@kindpal/contract/conversation/schema';
import { actorCte, type Credential } from '../access/actor.ts';
import type { OpenCall } from '../access/call.ts';
import {
  countMessage,
  refuseForeignSender,
  THREAD_COLUMNS,
  type ThreadRow,
} from '../chat/thread.ts';
import type { Database } from '../db/client.ts';
import { invalidField, refusal } from '../wire/refusal.ts';
import { openConversation } from './open-conversation.ts';
import { PARTNER, type Which, whichOf } from './policy.ts';
import { presentConversationMessage } from './present.ts';
import { refuseConversation } from './queries.ts';

type Sent = ThreadRow & {
  me: string;
  partner_id: string;
  conversation_id: string | null;
  can_write: boolean;
};

/** Membership, the message and (by trigger) its change event in one statement. */
const statement = (by: Credential['by'], which: Which) =>
  `WITH ${actorCte(by)}, ${PARTNER[which]},
  message AS (
    INSERT INTO conversation_messages (conversation_id, sender_id, client_id, content)
    SELECT conversation_id, me, $3, $4 FROM partner WHERE conversation_id IS NOT NULL AND can_write
    ON CONFLICT (sender_id, client_id) DO NOTHING RETURNING *)
  SELECT partner.me, partner.partner_id, partner.conversation_id, partner.can_write,
    ${THREAD_COLUMNS}
  FROM partner LEFT JOIN message ON true LEFT JOIN users sender ON sender.id = message.sender_id`;

const REPEATED = `SELECT ${THREAD_COLUMNS}
  FROM conversation_messages message JOIN users sender ON sender.id = message.sender_id
  WHERE message.sender_id = $1 AND message.client_id = $2 AND message.conversation_id = $3`;

type Call = OpenCall<typeof conversation.sendMessage>;

/** Says something to another member; the same `client_id` again answers the first one. [M2] [M3] */
export async function sendMessage({ input, context }: Call): Promise<ConversationMessage> {
  const { credential, services } = context;
  const { db } = services;
  if (!credential) throw refusal('UNAUTHORIZED');
  await countMessage(services.limiter, credential);
  await refuseForeignSender(db, credential, input.sender_id);
  let sent = await say(db, credential, input);
  if (sent?.can_write && !sent.conversation_id) {
    await openConversation(services, sent.me, sent.partner_id);
    sent = await say(db, credential, input);
  }
  if (sent) services.limiter.remember(credential, sent.me);
  if (!sent?.conversation_id) throw await refuseConversation(db, credential);
  if (sent.id) return presentConversationMessage(sent, sent.conversation_id);
  const repeated = await findRepeated(db, sent, input.client_id);
  if (repeated) return presentConversationMessage(repeated, sent.conversation_id);
  if (!sent.can_write) throw refusal('MEMBER_UNAVAILABLE');
  // The id names a message to somebody else: not a repetition, but a client that reuses ids.
  throw invalidField('client_id', 'Already used');
}

async function say(
  db: Database,
  { by, value }: Credential,
  input: Call['input'],
): Promise<Sent | undefined> {
  const [which, id] = whichOf(input);
  const [sent] = await db.jsonRows<Sent>({
    name: `say-${which}-${by}`,
    text: statement(by, which),
    values: [value, id, input.client_id, input.content],
  });
  return sent;
}

/** The message of this conversation that the client id already names, if any. */
async function findRepeated(
  db: Database,
  { me, conversation_id }: Sent,
  clientId: string,
): Promise<ThreadRow | undefined> {
  const [first] = await db.jsonRows<ThreadRow>({
    name: 'say-repeated',
    text: REPEATED,
    values: [me, clientId, conversation_id],
  });
  return first;
}
