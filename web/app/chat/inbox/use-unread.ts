import { useQuery } from '@tanstack/react-query';
import { api } from '~/lib/calls/api.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { isThreadOpen, sumUnread } from './open-threads.ts';

/** Without a live stream, returning to the tab after this time refetches. */
const STALE_MS = 30_000;

export const unreadThreadsQuery = api.chat.countUnread.queryOptions({
  staleTime: STALE_MS,
  refetchOnWindowFocus: true,
});

type Unread = { total: number; in: (thread: string) => number; requests: number };

/**
 * The number of unread messages: in total, and per thread by the id of its claim, of the job that
 * it is current for, or of the other member. The bar also appears on pages without a query
 * provider. [P7]
 */
export function useUnread(): Unread {
  const { data } = useQuery(unreadThreadsQuery, queryClient);
  const ofThreads: Record<string, number> = { ...data?.by_claim, ...data?.by_member };
  const by: Record<string, number> = { ...ofThreads, ...data?.by_job };
  return {
    /** Messages in requests of strangers, which the number in the bar does not include. */
    requests: data?.requests ?? 0,
    total: sumUnread(ofThreads, isThreadOpen),
    in: (thread) => sumUnread({ [thread]: by[thread] ?? 0 }, isThreadOpen),
  };
}
