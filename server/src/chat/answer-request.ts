import type { chat } from '@kindpal/contract/chat/contract';
import { eq, sql } from 'drizzle-orm';
import type { Authorized } from '../access/authorized.ts';
import type { MemberCall } from '../access/call.ts';
import type { Queries } from '../db/client.ts';
import { conversations } from '../db/schema/conversation.ts';
import { refusal } from '../transport/refusal.ts';
import { authorizeAnswer, type Conversation } from './policy.ts';

type Call = MemberCall<typeof chat.acceptRequest>;

/** Accepts a stranger's request; both get a live event that they can continue. [M3] */
export function acceptRequest(call: Call) {
  return answer(call, async (tx, conversation) => {
    if (conversation.accepted_at) return;
    await write(tx, conversation, { accepted_at: sql`clock_timestamp()`, declined_at: null });
  });
}

/** Declines a stranger's request without telling the stranger. Throws REQUEST_ANSWERED. [M3] */
export function declineRequest(call: Call) {
  return answer(call, async (tx, conversation) => {
    if (conversation.accepted_at) throw refusal('REQUEST_ANSWERED');
    const declined_at = sql`coalesce(${conversations.declined_at}, clock_timestamp())`;
    await write(tx, conversation, { declined_at });
  });
}

/** Runs a decision on the locked row of the conversation. */
async function answer(
  { input, context }: Call,
  decide: (tx: Queries, conversation: Authorized<Conversation, 'answer'>) => Promise<void>,
) {
  const { services, actor } = context;
  await services.db.drizzle.transaction(async (tx) => {
    const [conversation] = await tx
      .select()
      .from(conversations)
      .where(eq(conversations.id, input.conversation_id))
      .for('no key update');
    await decide(tx, authorizeAnswer(actor, conversation));
  });
  return {};
}

async function write(
  tx: Queries,
  { id }: Authorized<Conversation, 'answer'>,
  change: Parameters<ReturnType<Queries['update']>['set']>[0],
) {
  await tx.update(conversations).set(change).where(eq(conversations.id, id));
}
