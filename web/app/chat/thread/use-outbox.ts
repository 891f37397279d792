import type { ThreadMessage } from '@kindpal/contract/chat/schema';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { api } from '~/lib/calls/api.ts';
import { errorText, hasCode } from '~/lib/calls/error-text.ts';
import { isUnreachable } from '~/lib/calls/reachability.ts';
import { onViewer } from '~/lib/live/live.ts';
import { useUnsaved } from '~/lib/unsaved.ts';
import { notify } from '~/notify/notify.ts';
import type { Channel } from '../channel.ts';
import { endDraft, keepChatDraft, readChatDraft, reopenDraft, takeHello } from './chat-draft.ts';
import { type PendingMessage, stillPending } from './message-groups.ts';
import { isOutgoing, sendInOrder } from './outgoing.ts';
import type { ThreadPages } from './use-thread-messages.ts';

/** Errors whose text says what to do. */
const SAYING_WHY = [
  'INVALID_INPUT',
  'TOO_MANY_REQUESTS',
  'TOO_MANY_NEW_CONVERSATIONS',
  'FIRST_MESSAGES_SENT',
  'MEMBER_UNAVAILABLE',
  'EMAIL_NOT_CONFIRMED',
  'CLAIM_ENDED',
] as const;

function notifySendFailure(error: unknown): void {
  const explains = isUnreachable(error) || hasCode(error, ...SAYING_WHY);
  notify.outcome({
    title: 'Error',
    description: explains
      ? `Failed to send message. ${errorText(error)}`
      : 'Failed to send message',
    variant: 'destructive',
    error,
  });
}

/** Adds a stored message to the newest page, so that its bubble does not disappear for a moment. */
function withMessage(
  pages: ThreadPages | undefined,
  message: ThreadMessage,
): ThreadPages | undefined {
  const [newest, ...older] = pages?.pages ?? [];
  if (!pages || !newest || newest.items.some((known) => known.id === message.id)) return pages;
  return { ...pages, pages: [{ ...newest, items: [...newest.items, message] }, ...older] };
}

type OutboxOptions = {
  me: string;
  channel: Channel;
  stored: readonly ThreadMessage[];
  /** Whether nothing more can be sent. */
  isClosed: boolean;
};

/** The text in the box and the messages that are not stored yet; both survive a reload. [M1] */
function useKeptDraft({ me, channel, stored, isClosed }: OutboxOptions) {
  const thread = channel.id;
  const [draft, setDraft] = useState(() => {
    const { about, isEnded } = channel;
    if (about && !isEnded) takeHello(sessionStorage, { me, thread }, about);
    return readChatDraft(sessionStorage, { me, thread });
  });
  // The box disappears, so its text is listed like a failed message until the box is back.
  const settled = isClosed ? endDraft(draft) : reopenDraft(draft);
  if (settled !== draft) setDraft(settled);
  const pending = stillPending(draft.pending, stored);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `pending` is made again by each render.
  useEffect(() => {
    const { about } = channel;
    const left = { text: draft.text, pending, ...(about ? { about } : {}) };
    keepChatDraft(sessionStorage, { me, thread }, left);
  }, [me, thread, draft, stored]);

  const changePending = (change: (messages: PendingMessage[]) => PendingMessage[]) =>
    setDraft((before) => ({ ...before, pending: change(before.pending) }));
  const setText = (text: string) => setDraft((before) => ({ ...before, text }));
  return {
    draft,
    pending,
    setText,
    add(message: PendingMessage) {
      setText('');
      changePending((messages) => [...messages, message]);
    },
    setState: (clientId: string, state: PendingMessage['state']) =>
      changePending((messages) =>
        messages.map((message) =>
          message.client_id === clientId ? { ...message, state } : message,
        ),
      ),
    /** Removes a message that is stored, or that its sender discards. */
    discard: (clientId: string) =>
      changePending((messages) => messages.filter((message) => message.client_id !== clientId)),
  };
}

/**
 * What this member writes in a chat: the text in the box, and pending messages. A message is shown
 * at once, sent in order, and retried with the same id after a failure. [M1]
 */
export function useOutbox(options: OutboxOptions) {
  const { me, channel } = options;
  const cache = useQueryClient();
  const { draft, pending, setText, add, setState, discard } = useKeptDraft(options);
  useUnsaved(pending.length > 0, { keepsDraft: true });
  const unheard = useRef(new Set<string>());

  async function deliver(sent: PendingMessage) {
    const { client_id } = sent;
    // Then its failure is told where it was sent from.
    const isSentElsewhere = isOutgoing(client_id);
    try {
      const message = await sendInOrder(channel, sent);
      cache.setQueryData<ThreadPages>(channel.queryKey, (pages) => withMessage(pages, message));
      discard(client_id);
    } catch (error) {
      setState(client_id, 'failed');
      if (!isSentElsewhere) notifySendFailure(error);
      if (isUnreachable(error)) unheard.current.add(client_id);
      // The claim ended before its event arrived: the page reloads the job.
      if (hasCode(error, 'CLAIM_ENDED')) void cache.invalidateQueries({ queryKey: api.job.key() });
      // The other member is gone, has blocked this one, or has not replied yet: the reloaded thread
      // shows this.
      if (hasCode(error, 'MEMBER_UNAVAILABLE', 'NOT_FOUND', 'FIRST_MESSAGES_SENT')) {
        void cache.invalidateQueries({ queryKey: channel.queryKey });
      }
    }
  }

  // What was being sent before this chat was opened, such as the hello of a claim.
  const followOutgoing = useEffectEvent(() => {
    for (const message of pending) if (message.state === 'sending') void deliver(message);
  });
  useEffect(() => followOutgoing(), []);

  function retry(clientId: string) {
    const message = draft.pending.find((one) => one.client_id === clientId);
    if (!message || message.state === 'sending') return;
    setState(clientId, 'sending');
    void deliver(message);
  }

  // Sends messages that failed for lack of a connection, in order, once it is back. Only the live
  // stream notices that a server which restarted answers again.
  useEffect(() => {
    const sendAgain = () => {
      for (const { client_id } of draft.pending) {
        if (unheard.current.delete(client_id)) retry(client_id);
      }
    };
    const stopStream = onViewer((memberId) => {
      if (memberId === me) sendAgain();
    });
    window.addEventListener('online', sendAgain);
    return () => {
      stopStream();
      window.removeEventListener('online', sendAgain);
    };
  });

  return {
    text: draft.text,
    pending,
    setText,
    /** Sends the trimmed text of the box; does nothing if it is empty. */
    send() {
      const content = draft.text.trim();
      if (content === '') return;
      const message: PendingMessage = {
        client_id: crypto.randomUUID(),
        content,
        created_at: new Date().toISOString(),
        state: 'sending',
      };
      add(message);
      void deliver(message);
    },
    discard,
    retry,
  };
}
