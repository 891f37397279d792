import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { STUCK_MS } from '~/lib/live/live-queue.ts';
import type { Channel, ThreadPage } from '../channel.ts';

type Loaded<Page> = InfiniteData<Page, string | undefined>;

/**
 * The loaded pages with the newest one as it is now; null if messages between them may be missing.
 */
export function withNewest<Page extends ThreadPage>(
  { pages, ...rest }: Loaded<Page>,
  fresh: Page,
): Loaded<Page> | null {
  const [newest, ...older] = pages;
  const from = newest?.items.findIndex(({ id }) => id === fresh.items[0]?.id) ?? -1;
  if (!newest || from < 0) return null;
  const items = [...newest.items.slice(0, from), ...fresh.items];
  const { previous_cursor } = newest;
  return { ...rest, pages: [{ ...fresh, items, previous_cursor }, ...older] };
}

/** When each refetch was first seen: all that wait for it share one time limit. */
const seen = new WeakMap<Promise<unknown>, number>();

/** Whether a refetch takes too long, so that another one cancels it; resolves when it is done. */
async function isStuck(refetch: Promise<unknown>): Promise<boolean> {
  const since = seen.get(refetch) ?? Date.now();
  seen.set(refetch, since);
  const done = refetch.then(
    () => false,
    () => false,
  );
  const left = since + STUCK_MS - Date.now();
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, left, true));
  return await Promise.race([done, late]);
}

/**
 * Fetches the newest page of a loaded thread, or all of it if that is not enough: a long thread
 * has many pages, and the other member may write faster than they are fetched. [M1] [M2]
 */
export async function refetchNewest<Page extends ThreadPage>(
  cache: QueryClient,
  { queryKey, fetchPage }: Pick<Channel<Page>, 'queryKey' | 'fetchPage'>,
): Promise<void> {
  const queries = cache.getQueryCache();
  const query = queries.find<Loaded<Page>>({ queryKey });
  while (query && queries.get(query.queryHash) === query) {
    // A refetch that began earlier may lack the message, and replaces what is stored meanwhile.
    if (!query.state.fetchMeta?.fetchMore && query.promise && (await isStuck(query.promise))) break;
    const { data, dataUpdateCount, dataUpdatedAt: updatedAt, isInvalidated } = query.state;
    if (!data?.pages[1] || isInvalidated) break;
    const fresh = await fetchPage(undefined, new AbortController().signal).catch(() => null);
    if (query.state.fetchStatus !== 'idle') {
      if (!query.state.fetchMeta?.fetchMore) continue;
      // An older page may hang, and is requested again by the scroll position.
      await cache.cancelQueries({ queryKey, exact: true });
    }
    // What was stored meanwhile, such as a message of one's own, may be newer than the answer.
    if (query.state.dataUpdateCount !== dataUpdateCount) continue;
    const joined = fresh && withNewest(data, fresh);
    if (!joined) break;
    // The older pages are as old as before.
    cache.setQueryData(queryKey, joined, { updatedAt });
    return;
  }
  const refetched = cache.invalidateQueries({ queryKey, exact: true });
  // Its time starts now, not when the next message has to wait for it.
  if (query?.promise) seen.set(query.promise, Date.now());
  await refetched;
}
