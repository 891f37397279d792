import type { chat } from '@kindpal/contract/chat/contract';
import type { ConversationMessage, Message } from '@kindpal/contract/chat/schema';
import type { Credential } from '../access/actor.ts';
import type { OpenCall } from '../access/call.ts';
import { invalidField, refusal } from '../transport/refusal.ts';
import type { Sent } from './message-store.ts';
import { openConversation } from './open-conversation.ts';
import { directThread, type ThreadName, threadOfJob } from './policy.ts';
import { presentConversationMessage, presentJobMessage } from './present.ts';
import { refuseConversation, refuseForeignSender, refuseJobThread } from './refuse.ts';
import { findRepeated, type MessageRow } from './threads.ts';

type JobCall = OpenCall<typeof chat.sendJobMessage>;
type DirectCall = OpenCall<typeof chat.sendDirectMessage>;

/** A message and its thread, stored now or earlier under the same `client_id`. */
type Delivered = { row: MessageRow; thread_id: string };

/** Stores a message once and returns its row; undefined for a member who is not a participant. */
async function deliver(
  { input, context }: JobCall | DirectCall,
  name: ThreadName,
): Promise<{ credential: Credential; delivered?: Delivered }> {
  const { credential, services } = context;
  const { db, limiter, messages } = services;
  if (!credential) throw refusal('UNAUTHORIZED');
  await limiter.consumeKnown('message_by_member', credential);
  await limiter.consumeKnown('message_a_day_by_member', credential);
  await refuseForeignSender(db, credential, input.sender_id);
  const { client_id, content } = input;
  const store = () => messages.store({ credential, name, client_id, content });
  let sent = await store();
  if (sent?.can_write && !sent.thread_id) {
    await openConversation(services, sent.me, sent.partner_id);
    sent = await store();
  }
  if (!sent) return { credential };
  if (!sent.thread_id && !sent.can_write) throw refuseToStore(sent);
  limiter.remember(credential, sent.me);
  const { thread_id } = sent;
  if (!thread_id) return { credential };
  if (sent.id) return { credential, delivered: { row: sent, thread_id } };
  const { me } = sent;
  const row = await findRepeated(db, name.which, { me, thread_id, client_id });
  if (row) return { credential, delivered: { row, thread_id } };
  // When several first messages arrive at once, the last ones hit the limit only when they are
  // stored.
  const now = sent.contact === 'open' ? sent : ((await store()) ?? sent);
  if (!now.id) throw refuseToStore(now);
  return { credential, delivered: { row: now, thread_id } };
}

/** The reason a participant's message was not stored. */
function refuseToStore({ is_current, can_write, contact }: Sent) {
  if (!is_current) return refusal('CLAIM_ENDED');
  if (contact === 'waiting' && !can_write) return refusal('FIRST_MESSAGES_SENT');
  if (!can_write) return refusal('MEMBER_UNAVAILABLE');
  // The id belongs to a message in another thread: not a retry, but a client that reuses ids.
  return invalidField('client_id', 'Already used');
}

/**
 * Sends a message to the thread of the given claim, or of the job's current one; repeating a
 * `client_id` returns the stored message. [M1]
 */
export async function sendJobMessage(call: JobCall): Promise<Message> {
  const { job_id } = call.input;
  const { delivered, credential } = await deliver(call, threadOfJob(call.input));
  if (!delivered) throw await refuseJobThread(call.context.services.db, credential, job_id);
  return presentJobMessage(delivered.row, { job_id, claim_id: delivered.thread_id });
}

/**
 * Sends a message to another member; repeating a `client_id` returns the stored message. [M2]
 * [M3]
 */
export async function sendDirectMessage(call: DirectCall): Promise<ConversationMessage> {
  const { delivered, credential } = await deliver(call, directThread(call.input));
  if (!delivered) throw await refuseConversation(call.context.services.db, credential);
  return presentConversationMessage(delivered.row, delivered.thread_id);
}
