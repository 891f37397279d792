import type { ThreadCard } from '@kindpal/contract/chat/schema';
import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { api } from '~/lib/calls/api.ts';
import { atCursor, type Page, pageByPage } from '~/lib/calls/pages.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { LiveQueue } from '~/lib/live/live-queue.ts';
import { useChange } from '~/lib/use-change.ts';

type Pages = InfiniteData<Page<ThreadCard>, unknown>;

const queue = new LiveQueue();
/** Unanswered requests of strangers are a separate list. [M3] */
export type Box = 'inbox' | 'requests';
type Shown = { search: string; box: Box };
const inputOf = ({ search, box }: Shown, cursor?: string) => ({
  ...atCursor(cursor),
  ...(search && { search }),
  ...(box === 'requests' && { box }),
});

/**
 * The pages of a list with a fresh first page. Threads with new messages have moved there; all
 * others keep their order, so that later pages need not be refetched.
 */
export function withFirstPage(pages: Pages, fresh: Page<ThreadCard>): Pages {
  const news = new Set(fresh.items.map(({ id }) => id));
  const [first, ...others] = pages.pages.map((page) => ({
    ...page,
    items: page.items.filter(({ id }) => !news.has(id)),
  }));
  if (!first) return pages;
  return { ...pages, pages: [{ ...first, items: [...fresh.items, ...first.items] }, ...others] };
}

/**
 * Refetches only the first page if several are shown, otherwise the whole list. Another running
 * request of the list takes precedence.
 */
async function refetchThreads(shown: Shown): Promise<void> {
  const { queryKey } = api.chat.listThreads.infiniteOptions({
    input: (cursor: string | undefined) => inputOf(shown, cursor),
    ...pageByPage,
  });
  const readAll = () => queryClient.invalidateQueries({ queryKey, exact: true });
  const isRead = () => queryClient.isFetching({ queryKey, exact: true }) > 0;
  const pages = queryClient.getQueryData<Pages>(queryKey)?.pages.length ?? 0;
  if (pages < 2 || isRead()) return readAll();
  const fresh = await api.chat.listThreads.call(inputOf(shown)).catch(() => null);
  if (!fresh || isRead()) return readAll();
  queryClient.setQueryData<Pages>(queryKey, (held) => held && withFirstPage(held, fresh));
}

/**
 * The member's threads that match the search, or the requests; the latest message first, live. [M1]
 * [M2] [P7]
 */
export function useThreads(shown: Shown) {
  const onEvent = () =>
    queue.add({
      id: `threads ${shown.box} ${shown.search}`,
      spreadMs: 0,
      refetch: () => refetchThreads(shown),
    });
  useChange('messages', onEvent);
  useChange('conversation_messages', onEvent);
  return useInfiniteQuery({
    ...api.chat.listThreads.infiniteOptions({
      input: (cursor: string | undefined) => inputOf(shown, cursor),
      ...pageByPage,
    }),
    placeholderData: keepPreviousData,
  });
}
