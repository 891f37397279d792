import { useQuery } from '@tanstack/react-query';
import { api } from '~/lib/api.ts';
import { queryClient } from '~/lib/query-client.ts';
import { isThreadOpen, sumUnread } from './open-threads.ts';

/** Where no live stream runs, coming back to the tab asks again after this long. */
const STALE_MS = 30_000;

export const unreadThreadsQuery = api.chat.countUnread.queryOptions({
  staleTime: STALE_MS,
  refetchOnWindowFocus: true,
});

type Unread = { total: number; in: (thread: string) => number; requests: number };

/**
 * How many messages wait to be read: in all, and in one thread by the id of its claim, of the job that
 * it is current for, or of the other member. The bar also stands on pages without a cache of their
 * own. [P7]
 */
export function useUnread(): Unread {
  const { data } = useQuery(unreadThreadsQuery, queryClient);
  const ofThreads: Record<string, number> = { ...data?.by_claim, ...data?.by_member };
  const by: Record<string, number> = { ...ofThreads, ...data?.by_job };
  return {
    /** What strangers wrote: it is not in the number of the bar. */
    requests: data?.requests ?? 0,
    total: sumUnread(ofThreads, isThreadOpen),
    in: (thread) => sumUnread({ [thread]: by[thread] ?? 0 }, isThreadOpen),
  };
}
