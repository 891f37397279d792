import { describe, expect, it } from 'vitest';
import { keepHello } from '~/job/claim/introduction-draft.ts';
import { memoryStorage } from '~/testing/memory-storage.ts';
import {
  endDraft,
  hasChatDraft,
  keepChatDraft,
  listEndedDrafts,
  readChatDraft,
  reopenDraft,
  takeHello,
} from './chat-draft.ts';

const chat = { me: 'me', thread: 'job' };
const sending = {
  client_id: 'one',
  content: 'Where is the key?',
  created_at: '2026-01-01T00:00:00Z',
  state: 'sending' as const,
};

describe('what is written in a chat', () => {
  it('survives a reload; a message that was being sent can be sent again [M1]', () => {
    const store = memoryStorage();
    keepChatDraft(store, chat, { text: 'And the', pending: [sending] });
    expect(readChatDraft(store, chat)).toEqual({
      text: 'And the',
      pending: [{ ...sending, state: 'failed' }],
    });
  });

  it('is never shown to another member on the same device [M1]', () => {
    const store = memoryStorage();
    keepChatDraft(store, chat, { text: 'private', pending: [] });
    expect(readChatDraft(store, { ...chat, me: 'other' }).text).toBe('');
  });

  it('is removed from storage once it is sent [M1]', () => {
    const store = memoryStorage();
    keepChatDraft(store, chat, { text: 'x', pending: [] });
    keepChatDraft(store, chat, { text: '', pending: [] });
    expect(store.kept.size).toBe(0);
  });

  it('belongs to the claim it was written for: the next sitter’s chat begins empty [M1]', () => {
    const store = memoryStorage();
    const about = { job_id: 'job', partner: 'Sam Sitter' };
    const left = { text: 'And the code is', pending: [sending], about };
    keepChatDraft(store, { me: 'me', thread: 'claim of Sam' }, left);
    keepChatDraft(store, { me: 'me', thread: 'member' }, { text: 'direct', pending: [] });
    keepChatDraft(store, { me: 'other', thread: 'claim of Kim' }, left);
    const next = { me: 'me', jobId: 'job', currentClaimId: 'claim of Sal' };
    expect(readChatDraft(store, { me: 'me', thread: 'claim of Sal' }).text).toBe('');
    expect(listEndedDrafts(store, next)).toEqual([
      { claimId: 'claim of Sam', partner: 'Sam Sitter' },
    ]);
    expect(listEndedDrafts(store, { ...next, currentClaimId: 'claim of Sam' })).toEqual([]);
    expect(listEndedDrafts(store, { ...next, jobId: 'another' })).toEqual([]);
  });

  it('is shown in full once its claim has ended, half typed or failed [M1]', () => {
    const ended = endDraft({ text: ' And the ', pending: [{ ...sending, state: 'failed' }] });
    expect(ended.text).toBe('');
    expect(ended.pending.map(({ content, state }) => [content, state])).toEqual([
      ['Where is the key?', 'failed'],
      ['And the', 'failed'],
    ]);
    expect(endDraft({ text: '  ', pending: [] }).pending).toEqual([]);
  });

  it('is in the box again once the chat can be written in, a failed message is not [M1 M3]', () => {
    const failed = { ...sending, state: 'failed' as const };
    const store = memoryStorage();
    keepChatDraft(store, chat, endDraft({ text: 'And the', pending: [failed] }));
    expect(reopenDraft(readChatDraft(store, chat))).toEqual({ text: 'And the', pending: [failed] });
    const typed = { ...endDraft({ text: 'And the', pending: [] }), text: 'Since then' };
    expect(reopenDraft(typed)).toBe(typed);
  });

  it('begins with what a sitter wrote before their claim, and only once [J5 M1]', () => {
    const store = memoryStorage();
    const about = { job_id: 'job', partner: 'Olive Owner' };
    const first = { me: 'me', thread: 'first claim' };
    keepHello(store, { me: 'me', jobId: 'job' }, 'Hi Olive!');
    keepChatDraft(store, first, { text: 'And', pending: [] });
    takeHello(store, { ...first, me: 'other' }, about);
    takeHello(store, first, { ...about, job_id: 'another' });
    expect(readChatDraft(store, first).text).toBe('And');
    takeHello(store, first, about);
    takeHello(store, first, about);
    takeHello(store, { me: 'me', thread: 'second claim' }, about);
    expect(readChatDraft(store, first)).toEqual({ text: 'And\nHi Olive!', pending: [], about });
    expect(readChatDraft(store, { me: 'me', thread: 'second claim' }).text).toBe('');
  });

  it('exists while something is half typed or not sent [M1]', () => {
    const has = (stored: object | null) =>
      hasChatDraft({ getItem: () => stored && JSON.stringify(stored) }, chat);
    expect(has({ text: 'And', pending: [] })).toBe(true);
    expect(has({ text: '', pending: [sending] })).toBe(true);
    expect([has({ text: ' ', pending: [] }), has(null)]).toEqual([false, false]);
  });

  it('starts empty if storage contains invalid data [M1]', () => {
    expect(readChatDraft({ getItem: () => '{"text":1}' }, chat)).toEqual({ text: '', pending: [] });
  });
});
