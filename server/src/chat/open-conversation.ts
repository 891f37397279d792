import type { Conversation } from '@kindpal/contract/chat/schema';
import { requireConfirmedEmail } from '../account/sign-up/confirmation.ts';
import type { Database } from '../db/client.ts';
import type { Services } from '../services.ts';
import { refusal } from '../transport/refusal.ts';

const OPEN = `INSERT INTO conversations (participant_1, participant_2)
  VALUES (least($1::uuid, $2::uuid), greatest($1::uuid, $2::uuid))
  ON CONFLICT ON CONSTRAINT conversations_pair DO NOTHING
  RETURNING id, participant_1, participant_2, created_at`;

/**
 * Opens the conversation that `me` starts with another member, or returns one that was opened
 * meanwhile. Only new ones count toward the limit; throws TOO_MANY_NEW_CONVERSATIONS beyond it,
 * and EMAIL_NOT_CONFIRMED for a newcomer who has to confirm. [M3]
 */
export async function openConversation(
  { db, limiter }: Pick<Services, 'db' | 'limiter'>,
  me: string,
  other: string,
): Promise<Conversation> {
  await requireConfirmedEmail(db.drizzle, me);
  const wait = await limiter.count('new_conversation_by_member', me);
  const [opened] =
    wait === 0 ? await db.jsonRows<Conversation>({ text: OPEN, values: [me, other] }) : [];
  if (opened) return opened;
  await limiter.giveBack('new_conversation_by_member', me);
  const found = await findConversation(db, me, other);
  if (!found) {
    throw refusal('TOO_MANY_NEW_CONVERSATIONS', { retry_after_seconds: Math.max(1, wait) });
  }
  return found;
}

const OF_PAIR = `SELECT id, participant_1, participant_2, created_at FROM conversations
  WHERE participant_1 = least($1::uuid, $2::uuid) AND participant_2 = greatest($1::uuid, $2::uuid)`;

/** The conversation of two members in either order; null if there is none. [M3] */
export async function findConversation(
  db: Database,
  one: string,
  other: string,
): Promise<Conversation | null> {
  const [found] = await db.jsonRows<Conversation>({
    name: 'conversation-of-pair',
    text: OF_PAIR,
    values: [one, other],
  });
  return found ?? null;
}
