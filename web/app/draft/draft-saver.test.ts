import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDraftSaver, type DraftStatus } from './draft-saver.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A saver whose first `failures` saves fail. */
function typing({ failures = 0, isWorthRetrying = (_error: unknown): boolean => true } = {}) {
  const sent: string[] = [];
  const statuses: DraftStatus[] = [];
  let left = failures;
  const saver = createDraftSaver<string>({
    async save(data) {
      sent.push(data);
      left -= 1;
      if (left >= 0) throw new Error('no answer');
    },
    isWorthRetrying,
    onStatus: (status) => statuses.push(status),
  });
  return { saver, sent, statuses };
}

describe('a draft while somebody types [O3]', () => {
  it('is saved once, a second after the last key', async () => {
    const { saver, sent, statuses } = typing();
    saver.edit('M');
    await vi.advanceTimersByTimeAsync(900);
    saver.edit('Mi');
    await vi.advanceTimersByTimeAsync(999);
    expect(sent).toEqual([]);
    expect(statuses).toEqual(['saving', 'saving']);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toEqual(['Mi']);
    expect(statuses.at(-1)).toBe('saved');
  });

  it('is retried after one, two and four seconds, and then the error is shown', async () => {
    const { saver, sent, statuses } = typing({ failures: 4 });
    saver.edit('Miso');
    const tries = [];
    for (const ms of [1000, 999, 1, 1999, 1, 3999, 1]) {
      await vi.advanceTimersByTimeAsync(ms);
      tries.push(sent.length);
    }
    expect(tries).toEqual([1, 1, 2, 2, 3, 3, 4]);
    expect(statuses).toEqual(['saving', 'error']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toHaveLength(4);
    saver.retry();
    await vi.advanceTimersByTimeAsync(0);
    expect(statuses).toEqual(['saving', 'error', 'saving', 'saved']);
  });

  it('is not retried if that could not help', async () => {
    const { saver, sent, statuses } = typing({ failures: 9, isWorthRetrying: () => false });
    saver.edit('Miso');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(sent).toHaveLength(1);
    expect(statuses.at(-1)).toBe('error');
    // The next input is saved all the same.
    saver.edit('Miso!');
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent).toEqual(['Miso', 'Miso!']);
  });

  it('includes what was typed between two retries', async () => {
    const { saver, sent, statuses } = typing({ failures: 1 });
    saver.edit('Mi');
    await vi.advanceTimersByTimeAsync(1500);
    saver.edit('Miso');
    await vi.advanceTimersByTimeAsync(5000);
    expect(sent).toEqual(['Mi', 'Miso']);
    expect(statuses.at(-1)).toBe('saved');
  });

  it('is saved at once when its page is left, and never once it is closed', async () => {
    const { saver, sent } = typing();
    saver.edit('Mi');
    await saver.flush();
    expect(sent).toEqual(['Mi']);
    saver.edit('Mis');
    await saver.close();
    saver.edit('Miso');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(sent).toEqual(['Mi']);
    saver.reopen();
    saver.edit('Miso');
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent).toEqual(['Mi', 'Miso']);
  });
});
