import type { chat } from '@kindpal/contract/chat/contract';
import type { MemberCall } from '../access/call.ts';
import { isPreparedSize } from '../db/page-statement.ts';
import { cursorAt, seqOf } from './cursor.ts';
import { lastOf, MY_CONVERSATIONS } from './my-threads.ts';
import { canWriteDirect } from './policy.ts';
import { type CardRow, presentCard } from './present.ts';
import { DIRECT } from './threads.ts';

const CARD = `conversation.id, conversation.participant_1, conversation.participant_2,
  conversation.created_at, other.id AS partner_id, other.full_name AS partner_name,
  other.profile_image_url AS partner_image, other.is_verified AS partner_verified,
  other.role AS partner_role, ${canWriteDirect('$1::uuid', 'other')} AS can_write,
  said.seq, said.content, said.sender_id, said.said_at`;
const OTHER = `JOIN users other ON other.id = CASE $1::uuid WHEN conversation.participant_1
  THEN conversation.participant_2 ELSE conversation.participant_1 END`;
/** The last message of each, shortened. */
const LAST_MESSAGE = `LATERAL (
  SELECT message.seq, left(message.content, 200) AS content, message.sender_id,
    message.created_at AS said_at
  FROM ${lastOf(DIRECT, 'conversation.id')} last
  JOIN conversation_messages message
    ON message.conversation_id = conversation.id AND message.seq = last.seq) said ON true`;

const OF_PAIR = `SELECT ${CARD} FROM conversations conversation ${OTHER} LEFT JOIN ${LAST_MESSAGE}
  WHERE conversation.participant_1 = least($2::uuid, $3::uuid)
    AND conversation.participant_2 = greatest($2::uuid, $3::uuid)
    AND $1::uuid IN (conversation.participant_1, conversation.participant_2)`;

const newestOf = (limit: number) => `SELECT ${CARD} FROM ${MY_CONVERSATIONS} conversation
  ${OTHER} JOIN ${LAST_MESSAGE}
  WHERE said.seq < $2 ORDER BY said.seq DESC LIMIT ${Math.trunc(limit)}`;

/** The caller's conversations, latest message first, or the one of a pair. [M3] [X2] */
export async function listConversations({
  input,
  context,
}: MemberCall<typeof chat.listConversations>) {
  const { services, actor } = context;
  const { participant_1, participant_2, limit } = input;
  if (participant_1 && participant_2) {
    const rows = await services.db.jsonRows<CardRow>({
      name: 'conversations-of-pair',
      text: OF_PAIR,
      values: [actor.id, participant_1, participant_2],
    });
    return { items: rows.map(presentCard), next_cursor: null };
  }
  const rows = await services.db.jsonRows<CardRow>({
    ...(isPreparedSize(limit + 1) && { name: `conversations-${limit}` }),
    text: newestOf(limit + 1),
    values: [
      actor.id,
      input.cursor === undefined
        ? Number.MAX_SAFE_INTEGER
        : seqOf(services.secret, input.cursor, 'cursor'),
    ],
  });
  const items = rows.slice(0, limit);
  const last = items.at(-1)?.seq;
  const next_cursor = rows.length > limit && last ? cursorAt(services.secret, last) : null;
  return { items: items.map(presentCard), next_cursor };
}
