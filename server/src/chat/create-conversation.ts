import type { chat } from '@kindpal/contract/chat/contract';
import type { Conversation } from '@kindpal/contract/chat/schema';
import { and, eq, isNull } from 'drizzle-orm';
import type { MemberCall } from '../access/call.ts';
import { findBlock } from '../block/queries.ts';
import type { Queries } from '../db/client.ts';
import { users } from '../db/schema/member.ts';
import { notFound, refusal } from '../transport/refusal.ts';
import { findConversation, openConversation } from './open-conversation.ts';

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
  const [canBeWritten, isBlocked] = await Promise.all([
    canBeWrittenTo(services.db.drizzle, other),
    findBlock(services.db, actor.id, other),
  ]);
  if (!canBeWritten || isBlocked) throw notFound();
  return openConversation(services, actor.id, other);
}

async function canBeWrittenTo(queries: Queries, id: string): Promise<boolean> {
  const found = await queries
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.suspended_at)));
  return found.length > 0;
}
