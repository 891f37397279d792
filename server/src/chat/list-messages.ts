import type { chat } from '@kindpal/contract/chat/contract';
import type { OpenCall } from '../access/call.ts';
import { refusal } from '../transport/refusal.ts';
import { cursorAt, seqOf } from './cursor.ts';
import { directThread, type ThreadName, threadOfJob } from './policy.ts';
import {
  type ContactRow,
  type PartnerRow,
  presentContact,
  presentConversationMessage,
  presentJobMessage,
  presentPartner,
} from './present.ts';
import { refuseConversation, refuseJobThread } from './refuse.ts';
import { type MessageRow, messagesStatement } from './threads.ts';

type Row = MessageRow & { thread_id: string | null; can_write: boolean; seq: number };
type Call = OpenCall<typeof chat.listJobMessages> | OpenCall<typeof chat.listDirectMessages>;

/**
 * One page of a thread, oldest first, and its thread; null for a member who is not a participant.
 * Reads one extra message to know whether there are older ones.
 */
async function findPage<Told extends object>({ input, context }: Call, name: ThreadName) {
  const { credential, services } = context;
  if (!credential) throw refusal('UNAUTHORIZED');
  const found = await services.db.shortRead<Row & Told>(
    messagesStatement(name, credential.value, {
      by: credential.by,
      limit: input.limit + 1,
      before: input.before === undefined ? null : seqOf(services.secret, input.before),
    }),
  );
  const [thread] = found;
  if (!thread) return { thread: null, credential };
  const rows = found.filter((row) => row.id !== null);
  const hasOlder = rows.length > input.limit;
  const items = hasOlder ? rows.slice(1) : rows;
  const [first] = items;
  const previous_cursor = hasOlder && first ? cursorAt(services.secret, first.seq) : null;
  return { thread, items, previous_cursor };
}

/** The newest page of a job's thread; `before` is the cursor of an older page. [M1] */
export async function listJobMessages(call: OpenCall<typeof chat.listJobMessages>) {
  const { job_id } = call.input;
  const page = await findPage(call, threadOfJob(call.input));
  if (!page.thread) throw await refuseJobThread(call.context.services.db, page.credential, job_id);
  const claim_id = page.thread.thread_id as string;
  return {
    items: page.items.map((row) => presentJobMessage(row, { job_id, claim_id })),
    can: { write: page.thread.can_write },
    previous_cursor: page.previous_cursor,
  };
}

/** The newest page of a conversation; `before` is the cursor of an older page. [M2] */
export async function listDirectMessages(call: OpenCall<typeof chat.listDirectMessages>) {
  const page = await findPage<PartnerRow & ContactRow>(call, directThread(call.input));
  if (!page.thread) throw await refuseConversation(call.context.services.db, page.credential);
  const conversation_id = page.thread.thread_id;
  return {
    conversation_id,
    partner: presentPartner(page.thread),
    ...presentContact(page.thread),
    items: page.items.map((row) => presentConversationMessage(row, conversation_id as string)),
    previous_cursor: page.previous_cursor,
  };
}
