import type { ThreadMessage } from '@kindpal/contract/chat/schema';
import { expect, it, vi } from 'vitest';
import { isOutgoing, sendInOrder } from './outgoing.ts';

const message = (client_id: string) => ({ client_id, content: client_id });

/** A chat whose answers arrive when the test says so. */
function chatWithSlowAnswers() {
  const answers: PromiseWithResolvers<ThreadMessage>[] = [];
  const send = vi.fn(() => {
    const answer = Promise.withResolvers<ThreadMessage>();
    answers.push(answer);
    return answer.promise;
  });
  return { chat: { id: crypto.randomUUID(), send }, answers };
}

it('a message that is being sent is not sent again by a chat that opens meanwhile [M1]', async () => {
  const { chat, answers } = chatWithSlowAnswers();
  const first = sendInOrder(chat, message('hello'));
  expect(sendInOrder(chat, message('hello'))).toBe(first);
  expect(isOutgoing('hello')).toBe(true);
  await vi.waitFor(() => expect(chat.send).toHaveBeenCalled());
  answers[0]?.resolve({ id: 'stored' } as ThreadMessage);
  expect(await first).toMatchObject({ id: 'stored' });
  expect([chat.send.mock.calls.length, isOutgoing('hello')]).toEqual([1, false]);
});

it('messages of one chat arrive in the order of writing, also after one that failed [M1]', async () => {
  const { chat, answers } = chatWithSlowAnswers();
  const first = sendInOrder(chat, message('one'));
  const second = sendInOrder(chat, message('two'));
  await vi.waitFor(() => expect(chat.send).toHaveBeenCalledOnce());
  answers[0]?.reject(new Error('refused'));
  await expect(first).rejects.toThrow('refused');
  expect(isOutgoing('two')).toBe(true);
  await vi.waitFor(() => expect(chat.send).toHaveBeenCalledTimes(2));
  answers[1]?.resolve({ id: 'stored' } as ThreadMessage);
  await second;
});
