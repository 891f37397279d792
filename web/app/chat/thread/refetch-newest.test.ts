import type { ThreadMessage } from '@kindpal/contract/chat/schema';
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { LiveQueue } from '~/lib/live/live-queue.ts';
import type { ThreadPage } from '../channel.ts';
import { joinPages } from './message-groups.ts';
import { refetchNewest, withNewest } from './refetch-newest.ts';
import type { ThreadPages } from './use-thread-messages.ts';

const queryKey = ['chat'];
let stop = () => {};
afterEach(() => {
  stop();
  vi.useRealTimers();
});

/** A thread on the server, in pages of three, and a browser that has loaded `pages` of them. */
async function openThread({ messages, pages }: { messages: number; pages: number }) {
  const stored = Array.from({ length: messages }, (_, n) => `${n}`);
  const asked: (string | undefined)[] = [];
  const line = { beforeAnswer: async () => {} };
  const fetchPage = async (before: string | undefined): Promise<ThreadPage> => {
    asked.push(before);
    const end = before === undefined ? stored.length : stored.indexOf(before);
    const ids = stored.slice(Math.max(end - 3, 0), end);
    await line.beforeAnswer();
    return {
      items: ids.map((id) => ({ id }) as ThreadMessage),
      previous_cursor: end > 3 ? (ids[0] ?? null) : null,
    };
  };
  const cache = new QueryClient();
  const observer = new InfiniteQueryObserver(cache, {
    queryKey,
    queryFn: ({ pageParam }) => fetchPage(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: ThreadPage) => last.previous_cursor ?? undefined,
  });
  stop = observer.subscribe(() => {});
  await cache.getQueryCache().find({ queryKey })?.promise;
  for (let page = 1; page < pages; page += 1) await observer.fetchNextPage();
  asked.length = 0;
  return {
    ...{ stored, asked, line, observer, cache },
    refetch: () => refetchNewest(cache, { queryKey, fetchPage }),
    shown: () =>
      joinPages(cache.getQueryData<ThreadPages>(queryKey)?.pages ?? []).map(({ id }) => id),
  };
}

it('a new message costs one request, however much of the chat is loaded [M1] [X4]', async () => {
  const thread = await openThread({ messages: 12, pages: 4 });
  for (const id of ['new', 'newer', 'newest', 'last']) {
    thread.stored.push(id);
    await thread.refetch();
    expect(thread.shown()).toEqual(thread.stored);
  }
  expect(thread.asked).toEqual([undefined, undefined, undefined, undefined]);
});

it('the beginning of a chat is still fetched after new messages [M1]', async () => {
  const thread = await openThread({ messages: 12, pages: 2 });
  thread.stored.push('new');
  await thread.refetch();
  await thread.observer.fetchNextPage();
  await thread.observer.fetchNextPage();
  expect(thread.shown()).toEqual(thread.stored);
});

it('a chat has no gap if more new messages than a page arrive at once [M1] [X4]', async () => {
  const thread = await openThread({ messages: 12, pages: 2 });
  thread.stored.push('a', 'b', 'c', 'd');
  await thread.refetch();
  expect(thread.shown()).toEqual(['10', '11', 'a', 'b', 'c', 'd']);
});

it('a new message is shown even if an older page loads at the same time [M1] [X4]', async () => {
  const thread = await openThread({ messages: 12, pages: 2 });
  let started: Promise<unknown> | undefined;
  thread.line.beforeAnswer = async () => {
    const isNewest = thread.asked.length === 1;
    if (isNewest) started = thread.observer.fetchNextPage();
    await new Promise((resolve) => setTimeout(resolve, isNewest ? 5 : 20));
  };
  thread.stored.push('new');
  await thread.refetch();
  await started;
  expect(thread.shown()).toEqual(thread.stored.slice(6));
  await thread.observer.fetchNextPage();
  expect(thread.shown()).toEqual(thread.stored.slice(3));
});

it('a message that was stored while the newest page was fetched stays [M1] [X4]', async () => {
  const thread = await openThread({ messages: 12, pages: 2 });
  thread.stored.push('new');
  thread.line.beforeAnswer = async () => {
    thread.line.beforeAnswer = async () => {};
    thread.stored.push('own');
    thread.cache.setQueryData<ThreadPages>(queryKey, (data) => {
      const [newest, ...older] = data?.pages ?? expect.fail();
      const own = { id: 'own' } as ThreadMessage;
      const items = [...(newest?.items ?? []), own];
      return { pageParams: [], pages: [{ previous_cursor: null, ...newest, items }, ...older] };
    });
  };
  await thread.refetch();
  expect(thread.shown().slice(-2)).toEqual(['new', 'own']);
});

it('older pages are not taken for fresh after a new message: a reset refetches them [S4] [X4]', async () => {
  const thread = await openThread({ messages: 12, pages: 2 });
  const updated = () => thread.cache.getQueryState(queryKey)?.dataUpdatedAt;
  const before = updated();
  await new Promise((resolve) => setTimeout(resolve, 5));
  thread.stored.push('new');
  await thread.refetch();
  expect(thread.shown().at(-1)).toBe('new');
  expect(updated()).toBe(before);
});

it('a chat whose refetch hangs is fetched again [X4]', async () => {
  vi.useFakeTimers();
  const thread = await openThread({ messages: 12, pages: 2 });
  thread.line.beforeAnswer = () => new Promise(() => {});
  void thread.observer.refetch();
  thread.line.beforeAnswer = async () => {};
  thread.stored.push('new');
  const refetched = thread.refetch();
  await vi.advanceTimersByTimeAsync(11_000);
  await refetched;
  expect(thread.shown().at(-1)).toBe('new');
});

it('a chat whose refetch hangs is held for ten seconds, not twice as long [X4]', async () => {
  vi.useFakeTimers();
  const thread = await openThread({ messages: 3, pages: 1 });
  const queue = new LiveQueue();
  const target = { id: 'chat', refetch: thread.refetch, spreadMs: 0 };
  thread.line.beforeAnswer = () => new Promise(() => {});
  queue.add(target);
  await vi.advanceTimersByTimeAsync(1_000);
  thread.line.beforeAnswer = async () => {};
  thread.stored.push('new');
  queue.add(target);
  await vi.advanceTimersByTimeAsync(8_000);
  expect(thread.shown()).not.toContain('new');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(thread.shown()).toContain('new');
});

it('a message that was removed at the end of a chat disappears with the next one [M1] [S4]', () => {
  const page = (ids: string, previous_cursor: string | null): ThreadPage => ({
    items: [...ids].map((id) => ({ id }) as ThreadMessage),
    previous_cursor,
  });
  const loaded: ThreadPages = { pages: [page('defg', 'd'), page('abc', null)], pageParams: [] };
  expect(withNewest(loaded, page('efh', 'e'))?.pages).toEqual([
    page('defh', 'd'),
    page('abc', null),
  ]);
  expect(withNewest(loaded, page('bdfg', 'b'))).toBeNull();
  expect(withNewest(loaded, page('', null))).toBeNull();
});
