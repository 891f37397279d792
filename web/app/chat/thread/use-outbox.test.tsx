import type { ThreadMessage } from '@kindpal/contract/chat/schema';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepHello, readHello } from '~/job/claim/introduction-draft.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { heldOutcomes } from '~/notify/outcomes.ts';
import { runEffects } from '~/testing/effects.ts';
import { memoryStorage } from '~/testing/memory-storage.ts';
import type { Channel } from '../channel.ts';
import { keepChatDraft } from './chat-draft.ts';
import { sendInOrder } from './outgoing.ts';
import { useOutbox } from './use-outbox.ts';

vi.mock('react', async (load) => ({
  ...(await load<object>()),
  ...(await import('~/testing/effects.ts')).hooks,
}));

const about = { job_id: 'job', partner: 'Olive Owner' };
let answer: PromiseWithResolvers<ThreadMessage>;
let channel: Channel;

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('sessionStorage', memoryStorage());
  answer = Promise.withResolvers();
  channel = {
    id: crypto.randomUUID(),
    unreadIds: [],
    about,
    queryKey: [crypto.randomUUID()],
    fetchPage: () => Promise.reject(new Error('not read here')),
    send: vi.fn(() => answer.promise),
    markRead: async () => {},
    loadFailure: 'Failed to load messages',
  };
});
afterEach(() => vi.unstubAllGlobals());

/** Opens a chat in which nothing is stored yet; returns what leaves it. */
function openChat(of: Channel): () => void {
  const Chat = () => {
    const isClosed = of.isEnded === true;
    useOutbox({ me: 'me', channel: of, stored: [], isClosed });
    return null;
  };
  renderToString(
    <QueryClientProvider client={queryClient}>
      <Chat />
    </QueryClientProvider>,
  );
  return runEffects();
}

/** A hello that is being sent with a claim while its chat is opened. */
function sendHello(): Promise<ThreadMessage> {
  const client_id = crypto.randomUUID();
  const hello = { client_id, content: 'Hello!', created_at: '2026-11-28T00:00:00Z' };
  const pending = [{ ...hello, state: 'sending' as const }];
  keepChatDraft(sessionStorage, { me: 'me', thread: channel.id }, { text: '', pending, about });
  return sendInOrder(channel, hello);
}

it('a hello typed for a new claim waits for its chat, and is not in that of an ended claim [J5 M1]', () => {
  const claiming = { me: 'me', jobId: about.job_id };
  keepHello(sessionStorage, claiming, 'When shall I come by?');
  openChat({ ...channel, isEnded: true })();
  expect(readHello(sessionStorage, claiming)).toBe('When shall I come by?');
  openChat(channel)();
  expect(readHello(sessionStorage, claiming)).toBe('');
});

it('a message that was being sent when its chat was opened is shown there once it is stored [M1]', async () => {
  const page = { items: [], previous_cursor: null };
  queryClient.setQueryData(channel.queryKey, { pages: [page], pageParams: [undefined] });
  const sent = sendHello();
  const leave = openChat(channel);
  const stored = { id: 'stored', content: 'Hello!' } as ThreadMessage;
  answer.resolve(stored);
  await sent;
  expect(queryClient.getQueryData(channel.queryKey)).toMatchObject({
    pages: [{ items: [stored] }],
  });
  expect(channel.send).toHaveBeenCalledOnce();
  leave();
});

it('the failure of a message that was sent elsewhere is told there, not by the chat as well [M1]', async () => {
  const sent = sendHello();
  const leave = openChat(channel);
  const before = heldOutcomes.read();
  answer.reject(new Error('refused'));
  await expect(sent).rejects.toThrow('refused');
  await Promise.resolve();
  expect(heldOutcomes.read()).toBe(before);
  leave();
});
