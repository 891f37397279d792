import type { ThreadMessage } from '@kindpal/contract/chat/schema';
import type { QueuedAction } from '~/my-day/action-queue.ts';

/** A message that this device still has to send. */
export type PendingMessage = {
  client_id: string;
  content: string;
  created_at: string;
  /** 'queued' messages were written offline on My Day, which sends them. */
  state: 'sending' | 'failed' | 'queued' | 'refused';
  /** Was never sent: the chat closed while it was in the box. */
  is_half_typed?: true;
};

/** One bubble: a stored or a pending message. */
export type Bubble = {
  key: string;
  /** The id of a stored message; null for a pending one. */
  id: string | null;
  content: string;
  created_at: string;
  sender_id: string;
  sender_name: string;
  sender_image_url: string | null;
  is_own: boolean;
  state: 'stored' | PendingMessage['state'];
  /** The first of a run by one sender, which shows the name. */
  opens_run: boolean;
  /** The last of a run, which shows the time. */
  closes_run: boolean;
};

export type MessageDay = { day: string; bubbles: Bubble[] };

/** After this pause, the same sender's next message starts a new run. */
const RUN_GAP_MS = 10 * 60_000;

/** Merges pages (the oldest page was loaded last) into one thread, each message once. [M1] */
export function joinPages(pages: readonly { items: readonly ThreadMessage[] }[]): ThreadMessage[] {
  const byId = new Map<string, ThreadMessage>();
  for (const page of [...pages].reverse()) {
    for (const message of page.items) byId.set(message.id, message);
  }
  return [...byId.values()];
}

/**
 * Pending messages that the server has not stored yet, compared by the id that the sender chose.
 */
export function stillPending(
  pending: readonly PendingMessage[],
  stored: readonly ThreadMessage[],
): PendingMessage[] {
  const known = new Set(stored.map((message) => message.client_id));
  return pending.filter((message) => !known.has(message.client_id));
}

/**
 * Messages queued offline on this device and messages sent from the text box, in the order of
 * writing.
 */
export function withQueued(
  pending: readonly PendingMessage[],
  { thread, queue }: { thread: string; queue: readonly QueuedAction[] },
): PendingMessage[] {
  const queued = queue.flatMap((action): PendingMessage[] => {
    if (action.kind !== 'message' || action.claim_id !== thread) return [];
    const { client_id, content, refusal } = action;
    const created_at = new Date(action.created_at).toISOString();
    return [{ client_id, content, created_at, state: refusal === null ? 'queued' : 'refused' }];
  });
  return [...queued, ...pending].sort(
    (one, other) => Date.parse(one.created_at) - Date.parse(other.created_at),
  );
}

function toBubble(message: ThreadMessage, me: string): Bubble {
  return {
    key: message.client_id,
    id: message.id,
    content: message.content,
    created_at: message.created_at,
    sender_id: message.sender_id,
    sender_name: message.sender.full_name,
    sender_image_url: message.sender.profile_image_url,
    is_own: message.sender_id === me,
    state: 'stored',
    opens_run: true,
    closes_run: true,
  };
}

function pendingToBubble(message: PendingMessage, me: string): Bubble {
  return {
    key: message.client_id,
    id: null,
    content: message.content,
    created_at: message.created_at,
    sender_id: me,
    sender_name: '',
    sender_image_url: null,
    is_own: true,
    state: message.state,
    opens_run: true,
    closes_run: true,
  };
}

/**
 * The thread for rendering: grouped by day in the viewer's time zone, in the server's order, with
 * pending messages last; each run of one sender shows name and time once. [M1] [M2]
 */
export function groupMessages(thread: {
  messages: readonly ThreadMessage[];
  pending: readonly PendingMessage[];
  me: string;
}): MessageDay[] {
  const { messages, pending, me } = thread;
  const bubbles = [
    ...messages.map((message) => toBubble(message, me)),
    ...stillPending(pending, messages).map((message) => pendingToBubble(message, me)),
  ];
  const days: MessageDay[] = [];
  let previous: Bubble | undefined;
  for (const bubble of bubbles) {
    const day = dayOf(bubble.created_at);
    const today = days.at(-1);
    if (today?.day === day) {
      if (previous && continuesRun(previous, bubble)) {
        previous.closes_run = false;
        bubble.opens_run = false;
      }
      today.bubbles.push(bubble);
    } else {
      days.push({ day, bubbles: [bubble] });
    }
    previous = bubble;
  }
  return days;
}

function continuesRun(previous: Bubble, next: Bubble): boolean {
  const gap = Date.parse(next.created_at) - Date.parse(previous.created_at);
  return previous.sender_id === next.sender_id && gap < RUN_GAP_MS;
}

function dayOf(moment: string): string {
  const date = new Date(moment);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** 'Today', 'Yesterday', or the day in full. `day` is yyyy-MM-dd. */
export function dayLabel(day: string, now: Date): string {
  if (day === dayOf(now.toISOString())) return 'Today';
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1, 12);
  if (day === dayOf(yesterday.toISOString())) return 'Yesterday';
  return new Intl.DateTimeFormat('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    ...(day.startsWith(String(now.getFullYear())) ? {} : { year: 'numeric' }),
  }).format(new Date(`${day}T12:00:00`));
}
