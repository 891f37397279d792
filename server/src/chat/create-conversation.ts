import type { chat } from '@kindpal/contract/chat/contract';
import type { Conversation } from '@kindpal/contract/chat/schema';
import type { MemberCall } from '../access/call.ts';
import type { Database } from '../db/client.ts';
import { notFound, refusal } from '../transport/refusal.ts';
import { findConversation, openConversation } from './open-conversation.ts';
import { isReachable } from './policy.ts';

/**
 * Opens the conversation of the caller and another member, or returns the existing one. [M3] [X2]
 */
export async function createConversation({
  input,
  context,
}: MemberCall<typeof chat.createConversation>): Promise<Conversation> {
  const { services, actor } = context;
  const pair = [input.participant_1, input.participant_2];
  if (!pair.includes(actor.id)) throw refusal('FORBIDDEN');
  const other = pair.find((id) => id !== actor.id);
  if (!other) throw notFound();
  const found = await findConversation(services.db, actor.id, other);
  if (found) return found;
  if (!(await canReach(services.db, actor.id, other))) throw notFound();
  return openConversation(services, actor.id, other);
}

async function canReach(db: Database, me: string, other: string): Promise<boolean> {
  const [row] = await db.shortRead<{ reachable: boolean }>({
    name: 'conversation-reachable',
    text: `SELECT ${isReachable('$1::uuid', 'other')} AS reachable FROM users other
      WHERE other.id = $2`,
    values: [me, other],
  });
  return row?.reachable ?? false;
}
