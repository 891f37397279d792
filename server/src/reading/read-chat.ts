import type { reading } from '@kindpal/contract/reading/contract';
import type { ReadMessage } from '@kindpal/contract/reading/schema';
import type { MemberCall } from '../access/call.ts';
import { newest, pageStatement } from '../db/page-statement.ts';
import { memberName } from '../member/member-card.ts';
import { recordView } from '../staff/activity/record-view.ts';
import { decodeCursor, keyValues, pageOf } from '../transport/cursor.ts';
import { notFound } from '../transport/refusal.ts';
import { MAY_READ } from './policy.ts';

/** Authorizes, and records that it was opened, in one statement. */
const OPEN = `UPDATE chat_readings reading SET read_at = coalesce(reading.read_at, clock_timestamp())
  WHERE reading.id = $1 AND ${MAY_READ} RETURNING reading.claim_id, reading.conversation_id`;

type Opened = { claim_id: string | null; conversation_id: string | null };
type Row = Omit<ReadMessage, 'sender_name'> & { sender: { full_name: string } };

const columns = `message.id, message.sender_id, ${memberName('sender')} AS sender, message.content,
  message.created_at`;
const OF_CLAIM = `SELECT ${columns} FROM messages message JOIN users sender ON sender.id = message.sender_id`;
const OF_CONVERSATION = `SELECT ${columns} FROM conversation_messages message
  JOIN users sender ON sender.id = message.sender_id`;

/**
 * A page of a chat that two staff members may read; recorded for both participants. Throws
 * NOT_FOUND. [S4]
 */
export async function readChat({ input, context }: MemberCall<typeof reading.listMessages>) {
  const { services, actor } = context;
  const [opened] = await services.db.prepared<Opened>('chat-reading-open', OPEN, [
    input.id,
    actor.id,
  ]);
  if (!opened) throw notFound();
  await recordView(context, {
    action: 'chat_read',
    target_type: 'chat_reading',
    target_id: input.id,
  });
  services.live.wake();
  const { claim_id, conversation_id } = opened;
  const rows = await services.db.jsonRows<Row>(
    pageStatement({
      name: claim_id ? 'read-job-chat' : 'read-direct-chat',
      select: claim_id ? OF_CLAIM : OF_CONVERSATION,
      where: [
        claim_id
          ? { name: '', text: 'message.claim_id = ?', value: claim_id }
          : { name: '', text: 'message.conversation_id = ?', value: conversation_id },
      ],
      order: newest('message.created_at', 'message.id'),
      after: keyValues(decodeCursor(input.cursor)),
      limit: input.limit + 1,
    }),
  );
  const page = pageOf(rows, input.limit, (row) => row);
  return {
    ...page,
    items: page.items.map(({ sender, ...row }) => ({ ...row, sender_name: sender.full_name })),
  };
}
