import { describe, expect, it } from 'vitest';
import { keepChatDraft, readChatDraft } from './chat-draft.ts';

function storage() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}
const chat = { me: 'me', thread: 'job' };
const sending = {
  client_id: 'one',
  content: 'Where is the key?',
  created_at: '2026-01-01T00:00:00Z',
  state: 'sending' as const,
};

describe('what is written in a chat', () => {
  it('survives a reload; a message that was on its way waits to be sent again [M1]', () => {
    const store = storage();
    keepChatDraft(store, chat, { text: 'And the', pending: [sending] });
    expect(readChatDraft(store, chat)).toEqual({
      text: 'And the',
      pending: [{ ...sending, state: 'failed' }],
    });
  });

  it('is never shown to another member on the same device [M1]', () => {
    const store = storage();
    keepChatDraft(store, chat, { text: 'private', pending: [] });
    expect(readChatDraft(store, { ...chat, me: 'other' }).text).toBe('');
  });

  it('leaves nothing behind once it is sent [M1]', () => {
    const store = storage();
    keepChatDraft(store, chat, { text: 'x', pending: [] });
    keepChatDraft(store, chat, { text: '', pending: [] });
    expect(store.kept.size).toBe(0);
  });

  it('starts empty where a browser keeps nonsense [M1]', () => {
    expect(readChatDraft({ getItem: () => '{"text":1}' }, chat)).toEqual({ text: '', pending: [] });
  });
});
