import type { Conversation } from '@kindpal/contract/conversation/schema';
import { type Credential, findActor } from '../access/actor.ts';
import type { Database } from '../db/client.ts';
import { notFound, refusal } from '../wire/refusal.ts';

const OF_PAIR = `SELECT id, participant_1, participant_2, created_at FROM conversations
  WHERE participant_1 = least($1::uuid, $2::uuid) AND participant_2 = greatest($1::uuid, $2::uuid)`;

/** The conversation of two members in any order; null while they have none. [M3] */
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

/** What to tell somebody who cannot talk to whom they named: asked for only once that is known. */
export async function refuseConversation(db: Database, credential: Credential) {
  return (await findActor(db, credential)) ? notFound() : refusal('UNAUTHORIZED');
}
