import { keepHello, readHello } from '~/job/claim/introduction-draft.ts';
import { readStoredDraft, storeDraft } from '~/lib/stored-draft.ts';
import type { PendingMessage } from './message-groups.ts';
import { isOutgoing } from './outgoing.ts';

/** The job that a draft is about, and the other member's name. */
export type DraftSubject = { job_id: string; partner: string };

/** What a member has written in one chat that is not stored on the server yet. */
export type ChatDraft = { text: string; pending: PendingMessage[]; about?: DraftSubject };

const EMPTY: ChatDraft = { text: '', pending: [] };
const prefixOf = (me: string) => `kindpal.chat.${me}.`;
const keyOf = (chat: ChatName) => prefixOf(chat.me) + chat.thread;

/** The member and the thread of a draft: another member on the same device must not read it. */
export type ChatName = { me: string; thread: string };

/**
 * The draft from before a reload, or from before this chat was left; messages that are no longer
 * being sent count as failed. [M1]
 */
export function readChatDraft(storage: Pick<Storage, 'getItem'>, chat: ChatName): ChatDraft {
  const kept = readStoredDraft<ChatDraft>(storage, keyOf(chat), (found) => {
    const { text, pending, about } = (found ?? {}) as Partial<ChatDraft>;
    if (typeof text !== 'string' || !Array.isArray(pending)) return null;
    return {
      text,
      pending: pending.map((message) => ({
        ...message,
        state: isOutgoing(message.client_id) ? 'sending' : 'failed',
      })),
      ...(about ? { about } : {}),
    };
  });
  return kept ?? EMPTY;
}

export function keepChatDraft(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  chat: ChatName,
  draft: ChatDraft,
): void {
  const isEmpty = draft.text === '' && draft.pending.length === 0;
  storeDraft(storage, keyOf(chat), isEmpty ? null : draft);
}

/**
 * Moves what a sitter wrote to the owner before their claim, and what was not sent with it, to the
 * box of the claim's chat. [J5] [M1]
 */
export function takeHello(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  chat: ChatName,
  about: DraftSubject,
): void {
  const claiming = { me: chat.me, jobId: about.job_id };
  const hello = readHello(storage, claiming);
  if (hello === '') return;
  const draft = readChatDraft(storage, chat);
  const text = [draft.text, hello].filter(Boolean).join('\n');
  keepChatDraft(storage, chat, { ...draft, text, about });
  keepHello(storage, claiming, '');
}

/** Whether a member has written something in this chat that is not stored on the server yet. */
export function hasChatDraft(storage: Pick<Storage, 'getItem'>, chat: ChatName): boolean {
  const { text, pending } = readChatDraft(storage, chat);
  return text.trim() !== '' || pending.length > 0;
}

/** The draft once nothing can be sent: unfinished text is listed like a failed message. [M1] */
export function endDraft(draft: ChatDraft): ChatDraft {
  const { text, pending, ...rest } = draft;
  if (text === '') return draft;
  const content = text.trim();
  if (content === '') return { ...rest, text: '', pending };
  const halfTyped: PendingMessage = {
    client_id: crypto.randomUUID(),
    content,
    created_at: new Date().toISOString(),
    state: 'failed',
    is_half_typed: true,
  };
  return { ...rest, text: '', pending: [...pending, halfTyped] };
}

/** The draft of a chat that can be written in again: unfinished text returns to the box. [M1] */
export function reopenDraft(draft: ChatDraft): ChatDraft {
  const halfTyped = draft.pending.find((message) => message.is_half_typed);
  if (!halfTyped || draft.text !== '') return draft;
  const pending = draft.pending.filter((message) => message !== halfTyped);
  return { ...draft, text: halfTyped.content, pending };
}

export type EndedDraft = { claimId: string; partner: string };

/** The ended claims of a job for which this browser stores unsent messages. [M1] */
export function listEndedDrafts(
  storage: Pick<Storage, 'getItem' | 'key' | 'length'>,
  { me, jobId, currentClaimId }: { me: string; jobId: string; currentClaimId: string | undefined },
): EndedDraft[] {
  const prefix = prefixOf(me);
  const ended: EndedDraft[] = [];
  for (let place = 0; place < storage.length; place++) {
    const key = storage.key(place);
    if (!key?.startsWith(prefix)) continue;
    const claimId = key.slice(prefix.length);
    const { about } = readChatDraft(storage, { me, thread: claimId });
    if (about?.job_id !== jobId || claimId === currentClaimId) continue;
    ended.push({ claimId, partner: about.partner });
  }
  return ended;
}
