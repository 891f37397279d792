import { ORPCError } from '@orpc/client';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { queryClient, shouldRetry } from './query-client.ts';
import { retryDelay } from './reachability.ts';

const answered = (status: number) => new ORPCError('ANY', { status });
const unreached = new TypeError('Failed to fetch');

describe('how often a page retries', () => {
  it('data stays fresh and kept for five minutes [P12]', () => {
    expect(queryClient.getDefaultOptions().queries).toMatchObject({
      staleTime: 300_000,
      gcTime: 300_000,
    });
  });

  it('a failing server is retried once [P12]', () => {
    expect([0, 1].map((failures) => shouldRetry(failures, answered(500)))).toEqual([true, false]);
  });

  it('a refusal is never retried [P12]', () => {
    for (const status of [400, 401, 403, 404, 409, 422, 429]) {
      expect(shouldRetry(0, answered(status))).toBe(false);
    }
  });

  it('an unreachable server is retried three times [P12]', () => {
    expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, unreached))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it('the wait grows and ends at 30 seconds [P12]', () => {
    expect([0, 1, 2, 3, 9].map(retryDelay)).toEqual([1000, 2000, 4000, 8000, 30_000]);
  });
});

describe('a change that arrives while a page loads', () => {
  afterEach(() => queryClient.clear());

  /** A page that shows a query; its answers are given by the test. */
  function openPage(queryKey: string[]) {
    const answers: ((value: string) => void)[] = [];
    const queryFn = vi.fn(() => new Promise<string>((resolve) => answers.push(resolve)));
    const observer = new QueryObserver(queryClient, { queryKey, queryFn });
    const close = observer.subscribe(() => undefined);
    return { answers, queryFn, close, shown: () => observer.getCurrentResult().data };
  }

  it('is shown, although the first answer is older [X4]', async () => {
    const page = openPage(['requests']);
    const other = openPage(['requests', 'other']);
    other.answers[0]?.('as loaded');
    await vi.waitFor(() => expect(other.shown()).toBe('as loaded'));

    const refetched = queryClient.invalidateQueries({ queryKey: ['requests'] });
    other.answers[1]?.('as changed');
    page.answers[0]?.('before the change');
    await vi.waitFor(() => expect(page.queryFn).toHaveBeenCalledTimes(2));
    page.answers[1]?.('after the change');
    await refetched;
    expect(page.shown()).toBe('after the change');
    expect(other.queryFn).toHaveBeenCalledTimes(2);
    page.close();
    other.close();
  });

  it('makes the first answer stale in a hidden tab, without another request [X4]', async () => {
    const page = openPage(['requests']);
    const marked = queryClient.invalidateQueries({ queryKey: ['requests'], refetchType: 'none' });
    page.answers[0]?.('before the change');
    await marked;
    expect(page.shown()).toBe('before the change');
    expect(page.queryFn).toHaveBeenCalledTimes(1);
    expect(queryClient.getQueryState(['requests'])?.isInvalidated).toBe(true);
    page.close();
  });
});
