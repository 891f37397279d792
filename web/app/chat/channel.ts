import type { ThreadMessage } from '@kindpal/contract/chat/schema';
import type { QueryKey } from '@tanstack/react-query';

/** One page of a thread, oldest first, and where the one before it ends. */
export type ThreadPage = { items: ThreadMessage[]; previous_cursor: string | null };

/** A message by its sender's own name for it. */
export type NewMessage = Pick<ThreadMessage, 'client_id' | 'content'>;

/** Where the messages of one thread come from and go to; all else about threads is the same. */
export type Channel<Page extends ThreadPage = ThreadPage> = {
  /** Names the thread in this browser: its draft, its outbox, its number of unread messages. */
  id: string;
  queryKey: QueryKey;
  fetchPage(before: string | undefined, signal: AbortSignal): Promise<Page>;
  send(message: NewMessage): Promise<ThreadMessage>;
  markRead(): Promise<unknown>;
  /** What to say when its messages do not load. */
  loadFailure: string;
};
