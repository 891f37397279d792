import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { isRefusedByProxy, isRetryable, isUnreachable, retryDelay } from './reachability.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `refetchNewest`: all that a thread needs after a new message. It refetches when opened. */
    queryMeta: { refetchNewest?: () => Promise<void> };
  }
}

/** The cache constants of A§9 and B§9, in milliseconds. [P12] */
export const STALE_MS = 300_000;
export const KEEP_MS = 300_000;
const RETRIES_ANSWERED = 1;
const RETRIES_UNREACHED = 3;

/**
 * Retries once for a failing server, three times for an unreachable one, never for a refusal, also
 * of a proxy. [P12]
 */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (isRefusedByProxy(error)) return false;
  if (isUnreachable(error)) return failures < RETRIES_UNREACHED;
  return isRetryable(error) && failures < RETRIES_ANSWERED;
}

type AnyQuery = Query<unknown, unknown, unknown>;

/** How often in a row the refetch of a query has failed, and what repeats it. */
const repeats = new WeakMap<AnyQuery, { count: number; timer: ReturnType<typeof setTimeout> }>();

/** Whether the last fetch only added a page: its "Load more" offers to try again. */
const isMore = ({ state }: AnyQuery) => state.fetchMeta?.fetchMore !== undefined;

/**
 * Repeats a failed refetch with growing delays as long as a page shows the query: the event that
 * caused it does not come again. A page without data offers to try again instead. [X4]
 */
function repeatLater(error: unknown, query: AnyQuery): void {
  if (!query.state.dataUpdatedAt || isMore(query) || !isRetryable(error)) return;
  const { count, timer } = repeats.get(query) ?? { count: 0 };
  // Each further event may fail too, and all of them need only one answer.
  clearTimeout(timer);
  const predicate = (one: unknown) => one === query;
  const repeat = () =>
    void queryClient.refetchQueries({ type: 'active', predicate }, { cancelRefetch: false });
  const delay = retryDelay(count + 2) * (0.5 + Math.random() / 2);
  repeats.set(query, { count: count + 1, timer: setTimeout(repeat, delay) });
}

function forgetFailures(_data: unknown, query: AnyQuery): void {
  if (isMore(query)) return;
  clearTimeout(repeats.get(query)?.timer);
  repeats.delete(query);
}

class LiveQueryClient extends QueryClient {
  /**
   * A query's first fetch is not canceled, and may have been answered before the change: it is
   * followed by another one. [X4]
   */
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const first = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(({ state }) => !state.dataUpdatedAt);
    // Each for itself: another query of these may hang.
    const repeated = first.map(async (query) => {
      await query.promise?.catch(() => undefined);
      await super.invalidateQueries({ ...filters, predicate: (one) => one === query }, options);
    });
    await super.invalidateQueries(filters, options);
    if (filters?.refetchType !== 'none') await Promise.all(repeated);
  }
}

/** One cache per tab; the live stream and the session use it outside of React. */
export const queryClient = new LiveQueryClient({
  queryCache: new QueryCache({ onError: repeatLater, onSuccess: forgetFailures }),

  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      gcTime: KEEP_MS,
      retry: shouldRetry,
      retryDelay,
      networkMode: 'offlineFirst',
    },
    // A paused mutation would leave its form busy without explanation; a failed one says why.
    mutations: { retry: false, networkMode: 'always' },
  },
});
