import type { ThreadMessage } from '@kindpal/contract/chat/schema';
import type { QueryKey } from '@tanstack/react-query';
import type { DraftSubject } from './thread/chat-draft.ts';
import type { NewMessage } from './thread/outgoing.ts';

/** One page of a thread, oldest message first, with the cursor of the previous page. */
export type ThreadPage = { items: ThreadMessage[]; previous_cursor: string | null };

/**
 * How the messages of one kind of thread are read and sent; everything else about threads is
 * shared.
 */
export type Channel<Page extends ThreadPage = ThreadPage> = {
  /** Identifies the thread and its draft in this browser: for a job, the id of the claim. */
  id: string;
  /**
   * The ids under which its unread messages are counted: the claim and, while it is current, its
   * job; or the other member.
   */
  unreadIds: string[];
  /** The job and the other member, stored with unsent messages until the claim ends. */
  about?: DraftSubject;
  /** Whether nothing can be sent any more: unsent messages can only be copied or discarded. */
  isEnded?: boolean;
  queryKey: QueryKey;
  fetchPage(before: string | undefined, signal: AbortSignal): Promise<Page>;
  send(message: NewMessage): Promise<ThreadMessage>;
  markRead(): Promise<unknown>;
  /** The error text if the messages do not load. */
  loadFailure: string;
};
