import type { chat } from '@kindpal/contract/chat/contract';
import type { Conversation } from '@kindpal/contract/chat/schema';
import type { MemberCall } from '../access/call.ts';
import type { Database } from '../db/client.ts';
import { notFound, refusal } from '../transport/refusal.ts';
import { findConversation, openConversation } from './open-conversation.ts';

/** Opens the conversation of the caller and another member, or answers the one there is. [M3] [X2] */
export async function createConversation({
  input,
  context,
}: MemberCall<typeof chat.createConversation>): Promise<Conversation> {
  const { services, actor } = context;
  const pair = [input.participant_1, input.participant_2].map((id) => id.toLowerCase());
  if (!pair.includes(actor.id)) throw refusal('FORBIDDEN');
  const other = pair.find((id) => id !== actor.id);
  if (!other) throw notFound();
  const found = await findConversation(services.db, actor.id, other);
  if (found) return found;
  if (!(await canBeWrittenTo(services.db, other))) throw notFound();
  return openConversation(services, actor.id, other);
}

async function canBeWrittenTo(db: Database, id: string): Promise<boolean> {
  const rows = await db.prepared(
    'conversation-writable',
    'SELECT FROM users WHERE id = $1 AND suspended_at IS NULL',
    [id],
  );
  return rows.length > 0;
}
