import type { conversation } from '@kindpal/contract/conversation/contract';
import { actorCte, type Credential } from '../access/actor.ts';
import type { OpenCall } from '../access/call.ts';
import { cursorAt, seqOf, THREAD_COLUMNS, type ThreadRow } from '../chat/thread.ts';
import { refusal } from '../wire/refusal.ts';
import { PARTNER, type Which, whichOf } from './policy.ts';
import { type PartnerRow, presentConversationMessage, presentPartner } from './present.ts';
import { refuseConversation } from './queries.ts';

type Row = PartnerRow & ThreadRow & { conversation_id: string | null; seq: number };

/** The limit stands in the text: as a parameter it would have the statement planned at every call. */
const statement = (by: Credential['by'], which: Which, limit: number) =>
  `WITH ${actorCte(by)}, ${PARTNER[which]}
  SELECT partner.*, found.* FROM partner LEFT JOIN LATERAL (
    SELECT message.seq, ${THREAD_COLUMNS}
    FROM conversation_messages message JOIN users sender ON sender.id = message.sender_id
    WHERE message.conversation_id = partner.conversation_id AND message.seq < $3
    ORDER BY message.seq DESC LIMIT ${limit}) found ON true
  ORDER BY found.seq`;

/** The newest page of a conversation, oldest first; `before` is the cursor of the page above. [M2] */
export async function listMessages({ input, context }: OpenCall<typeof conversation.listMessages>) {
  const { credential, services } = context;
  if (!credential) throw refusal('UNAUTHORIZED');
  const { by, value } = credential;
  const [which, id] = whichOf(input);
  const limit = input.limit + 1;
  const found = await services.db.jsonRows<Row>({
    name: `talk-${which}-${by}-${limit}`,
    text: statement(by, which, limit),
    values: [value, id, seqOf(input.before)],
  });
  const [one] = found;
  if (!one) throw await refuseConversation(services.db, credential);
  const { conversation_id } = one;
  // Where nothing has been said, the other one alone is one row.
  const rows = found.filter((row) => row.id !== null);
  const page = rows.length > input.limit ? rows.slice(1) : rows;
  const first = page[0];
  return {
    conversation_id,
    partner: presentPartner(one),
    items: page.map((row) => presentConversationMessage(row, conversation_id as string)),
    previous_cursor: rows.length > input.limit && first ? cursorAt(first.seq) : null,
  };
}
