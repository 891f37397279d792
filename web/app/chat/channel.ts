import type { ThreadMessage } from '@kindpal/contract/chat/schema';
import type { QueryKey } from '@tanstack/react-query';
import type { DraftSubject } from './chat-draft.ts';

/** One page of a thread, oldest first, and where the one before it ends. */
export type ThreadPage = { items: ThreadMessage[]; previous_cursor: string | null };

/** A message by its sender's own name for it. */
export type NewMessage = Pick<ThreadMessage, 'client_id' | 'content'>;

/** Where the messages of one thread come from and go to; all else about threads is the same. */
export type Channel<Page extends ThreadPage = ThreadPage> = {
  /** Names the thread in this browser, with what is written in it: for a job that is the claim. */
  id: string;
  /** What its unread messages are counted by: the claim and, while it is current, its job; or the other member. */
  unreadIds: string[];
  /** Whose job it is about and who the other member is, kept with what is unsent until the claim ends. */
  about?: DraftSubject;
  /** Nothing can be sent any more: what is unsent can be copied or discarded. */
  isEnded?: boolean;
  queryKey: QueryKey;
  fetchPage(before: string | undefined, signal: AbortSignal): Promise<Page>;
  send(message: NewMessage): Promise<ThreadMessage>;
  markRead(): Promise<unknown>;
  /** What to say when its messages do not load. */
  loadFailure: string;
};
