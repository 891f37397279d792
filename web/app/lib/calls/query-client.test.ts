import { ORPCError } from '@orpc/client';
import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { queryClient, shouldRetry } from './query-client.ts';
import { NO_ANSWER, retryDelay } from './reachability.ts';

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

  it('a refusal is never retried, nor that of a proxy, but its failure is [P12]', () => {
    for (const status of [400, 401, 403, 404, 409, 422, 429]) {
      expect(shouldRetry(0, answered(status))).toBe(false);
      expect(shouldRetry(0, new ORPCError(NO_ANSWER, { status }))).toBe(false);
    }
    expect(shouldRetry(2, new ORPCError(NO_ANSWER, { status: 502 }))).toBe(true);
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

/** A page that shows a query; its answers are given by the test. */
function openPage(queryKey: string[]) {
  const answers: ((value: string) => void)[] = [];
  const queryFn = vi.fn(() => new Promise<string>((resolve) => answers.push(resolve)));
  const observer = new QueryObserver(queryClient, { queryKey, queryFn });
  const close = observer.subscribe(() => undefined);
  return { answers, queryFn, close, shown: () => observer.getCurrentResult().data };
}

describe('a refetch that fails after a change', () => {
  afterEach(() => {
    queryClient.clear();
    vi.useRealTimers();
  });

  /** A loaded page whose next refetches all fail. */
  async function failOn(error: Error) {
    vi.useFakeTimers();
    const page = openPage(['job']);
    page.answers[0]?.('as loaded');
    await vi.advanceTimersByTimeAsync(0);
    page.queryFn.mockRejectedValue(error);
    void queryClient.invalidateQueries({ queryKey: ['job'] });
    await vi.advanceTimersByTimeAsync(8_000);
    return page;
  }

  it('is repeated until the server answers, and no longer [X4]', async () => {
    for (const error of [unreached, answered(500)]) {
      const page = await failOn(error);
      expect(page.shown()).toBe('as loaded');
      page.queryFn.mockResolvedValue('as changed');
      await vi.advanceTimersByTimeAsync(10_000);
      expect(page.shown()).toBe('as changed');
      const { calls } = page.queryFn.mock;
      const count = calls.length;
      await vi.advanceTimersByTimeAsync(60_000);
      expect(calls.length).toBe(count);
      page.close();
      queryClient.clear();
    }
  });

  it('is repeated although newer data of a part was stored meanwhile [X4]', async () => {
    const page = await failOn(answered(500));
    queryClient.setQueryData(['job'], 'with one message more');
    page.queryFn.mockResolvedValue('as changed');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(page.shown()).toBe('as changed');
    page.close();
  });

  it('is repeated ever less often while the server fails [X4]', async () => {
    const page = await failOn(answered(500));
    await vi.advanceTimersByTimeAsync(120_000);
    const count = page.queryFn.mock.calls.length;
    await vi.advanceTimersByTimeAsync(300_000);
    // Two each time, at least every 30 s.
    expect(page.queryFn.mock.calls.length - count).toBeGreaterThanOrEqual(18);
    expect(page.queryFn.mock.calls.length - count).toBeLessThanOrEqual(40);
    page.close();
  });

  it('is repeated in one row of attempts, however many changes failed [X4]', async () => {
    const page = await failOn(answered(500));
    for (let change = 0; change < 13; change += 1) {
      void queryClient.invalidateQueries({ queryKey: ['job'] });
      await vi.advanceTimersByTimeAsync(2_000);
    }
    const count = page.queryFn.mock.calls.length;
    await vi.advanceTimersByTimeAsync(60_000);
    // Two each time, at most every 15 s.
    expect(page.queryFn.mock.calls.length - count).toBeLessThanOrEqual(8);
    expect(page.queryFn.mock.calls.length - count).toBeGreaterThanOrEqual(2);
    page.close();
  });

  it('is not repeated once another change was answered [X4]', async () => {
    const page = await failOn(unreached);
    page.queryFn.mockResolvedValue('as changed');
    void queryClient.invalidateQueries({ queryKey: ['job'] });
    await vi.advanceTimersByTimeAsync(0);
    expect(page.shown()).toBe('as changed');
    const count = page.queryFn.mock.calls.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(page.queryFn).toHaveBeenCalledTimes(count);
    page.close();
  });

  it('leaves a page of a list that failed to load to its button', async () => {
    vi.useFakeTimers();
    const queryFn = vi.fn(({ pageParam }: { pageParam: number }) =>
      pageParam === 0 ? Promise.resolve('first') : Promise.reject(answered(500)),
    );
    const options = { queryKey: ['list'], queryFn, initialPageParam: 0, getNextPageParam: () => 1 };
    const list = new InfiniteQueryObserver(queryClient, options);
    const close = list.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(0);
    void list.fetchNextPage();
    await vi.advanceTimersByTimeAsync(5_000);
    const count = queryFn.mock.calls.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(queryFn).toHaveBeenCalledTimes(count);
    expect(list.getCurrentResult().isError).toBe(true);
    close();
  });

  it('is not repeated where the server refused, nor once the page is left [X4]', async () => {
    const refused = await failOn(answered(403));
    expect(refused.queryFn).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(refused.queryFn).toHaveBeenCalledTimes(2);
    refused.close();
    queryClient.clear();

    const left = await failOn(unreached);
    const count = left.queryFn.mock.calls.length;
    left.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(left.queryFn).toHaveBeenCalledTimes(count);
  });
});

describe('a change that arrives while a page loads', () => {
  afterEach(() => queryClient.clear());

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
    await marked;
    page.answers[0]?.('before the change');
    await vi.waitFor(() => expect(page.shown()).toBe('before the change'));
    await vi.waitFor(() =>
      expect(queryClient.getQueryState(['requests'])?.isInvalidated).toBe(true),
    );
    expect(page.queryFn).toHaveBeenCalledTimes(1);
    page.close();
  });
});
