import type { PendingMessage } from './message-groups.ts';

/** The job that a draft is about, and the name of the other one. */
export type DraftSubject = { job_id: string; partner: string };

/** What somebody has written in one chat and the server does not have yet. */
export type ChatDraft = { text: string; pending: PendingMessage[]; about?: DraftSubject };

const EMPTY: ChatDraft = { text: '', pending: [] };
const prefixOf = (me: string) => `kindpal.chat.${me}.`;
const keyOf = (chat: ChatName) => prefixOf(chat.me) + chat.thread;

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
      ...(stored.about ? { about: stored.about } : {}),
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

/** A draft as it stands once nothing can be sent: what was half typed waits like what failed. [M1] */
export function endDraft({ text, pending, ...rest }: ChatDraft): ChatDraft {
  const content = text.trim();
  if (content === '') return { ...rest, text: '', pending };
  const halfTyped: PendingMessage = {
    client_id: crypto.randomUUID(),
    content,
    created_at: new Date().toISOString(),
    state: 'failed',
  };
  return { ...rest, text: '', pending: [...pending, halfTyped] };
}

export type EndedDraft = { claimId: string; partner: string };

/** The claims of a job, but its current one, for which something unsent is left here. [M1] */
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
