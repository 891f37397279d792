import type { PendingMessage } from './message-groups.ts';

/** What somebody has written in one chat and the server does not have yet. */
export type ChatDraft = { text: string; pending: PendingMessage[] };

const EMPTY: ChatDraft = { text: '', pending: [] };
const keyOf = (chat: ChatName) => `kindpal.chat.${chat.me}.${chat.thread}`;

/** Whose draft, in which thread: another member on the same device never reads it. */
export type ChatName = { me: string; thread: string };

/** What was left behind by a reload; what was on its way then counts as failed. [M1] */
export function readChatDraft(storage: Pick<Storage, 'getItem'>, chat: ChatName): ChatDraft {
  try {
    const stored = JSON.parse(storage.getItem(keyOf(chat)) ?? 'null') as Partial<ChatDraft> | null;
    if (!stored || typeof stored.text !== 'string' || !Array.isArray(stored.pending)) return EMPTY;
    return {
      text: stored.text,
      pending: stored.pending.map((message) => ({ ...message, state: 'failed' })),
    };
  } catch {
    return EMPTY;
  }
}

export function keepChatDraft(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  chat: ChatName,
  draft: ChatDraft,
): void {
  try {
    if (draft.text === '' && draft.pending.length === 0) storage.removeItem(keyOf(chat));
    else storage.setItem(keyOf(chat), JSON.stringify(draft));
  } catch {
    // A full or closed storage must not stop anybody from writing.
  }
}
