import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepChatDraft, listEndedDrafts, readChatDraft } from '~/chat/thread/chat-draft.ts';
import { memoryStorage } from '~/testing/memory-storage.ts';
import type { DayJob } from './day.ts';
import { useDayMessage } from './use-day-message.ts';

const chat = { me: 'me', thread: 'claim' };
const job = { id: 'job', claim_id: 'claim', other: { full_name: 'Olive Owner' } } as DayJob;

beforeEach(() => {
  vi.stubGlobal('sessionStorage', memoryStorage());
});
afterEach(() => vi.unstubAllGlobals());

/** The box of a job on My Day, opened again. */
function openBox(of: DayJob) {
  let message: ReturnType<typeof useDayMessage> | undefined;
  const Box = () => {
    message = useDayMessage(of, chat.me);
    return null;
  };
  renderToString(<Box />);
  if (!message) throw new Error('the box was not rendered');
  return message;
}

it('what a sitter types on My Day is the draft of the chat, and is there when they come back [M1]', () => {
  const failed = {
    client_id: 'one',
    content: 'Where is the key?',
    created_at: '2026-01-01T00:00:00Z',
    state: 'failed' as const,
  };
  keepChatDraft(sessionStorage, chat, { text: '', pending: [failed] });
  openBox(job).setText('Biscuit limps, I');
  expect(readChatDraft(sessionStorage, chat)).toMatchObject({
    text: 'Biscuit limps, I',
    pending: [failed],
  });
  expect(openBox(job).text).toBe('Biscuit limps, I');
  expect(openBox({ ...job, claim_id: 'next claim' }).text).toBe('');
});

it('what a sitter typed on My Day is still offered after the claim has ended [M1]', () => {
  openBox(job).setText('Biscuit limps, I');
  const of = { me: chat.me, jobId: 'job', currentClaimId: undefined };
  expect(listEndedDrafts(sessionStorage, of)).toEqual([
    { claimId: 'claim', partner: 'Olive Owner' },
  ]);
});
