import { useQuery } from '@tanstack/react-query';
import { api } from '~/lib/api.ts';
import { queryClient } from '~/lib/query-client.ts';
import { isThreadOpen, sumUnread } from './open-threads.ts';

/** Where no live stream runs, coming back to the tab asks again after this long. */
const STALE_MS = 30_000;

/** How many messages wait to be read. The bar also stands on pages without a cache of their own. [P7] */
export function useUnread(): number {
  const { data } = useQuery(
    api.chat.countUnread.queryOptions({ staleTime: STALE_MS, refetchOnWindowFocus: true }),
    queryClient,
  );
  return data ? sumUnread(data.by_job, isThreadOpen) : 0;
}
