import { useQuery } from '@tanstack/react-query';
import { api } from '~/lib/api.ts';
import { queryClient } from '~/lib/query-client.ts';
import { isThreadOpen, sumUnread } from './open-threads.ts';

/** Where no live stream runs, coming back to the tab asks again after this long. */
const STALE_MS = 30_000;

type Unread = { total: number; direct: number; in: (thread: string) => number };

/**
 * How many messages wait to be read: in all, from other members directly, and in one thread by the
 * id of its job or member. The bar also stands on pages without a cache of their own. [P7]
 */
export function useUnread(): Unread {
  const { data } = useQuery(
    api.chat.countUnread.queryOptions({ staleTime: STALE_MS, refetchOnWindowFocus: true }),
    queryClient,
  );
  const by_job: Record<string, number> = data?.by_job ?? {};
  const by_member: Record<string, number> = data?.by_member ?? {};
  const direct = sumUnread(by_member, isThreadOpen);
  return {
    total: sumUnread(by_job, isThreadOpen) + direct,
    direct,
    in: (thread) => sumUnread({ [thread]: by_job[thread] ?? by_member[thread] ?? 0 }, isThreadOpen),
  };
}
