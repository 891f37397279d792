import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { hasCode } from '~/lib/calls/error-text.ts';
import { notify } from '~/notify/notify.ts';
import type { Channel, ThreadPage } from '../channel.ts';
import { joinPages } from './message-groups.ts';
import { refetchNewest } from './refetch-newest.ts';

export const PAGE_SIZE = 50;

export type ThreadPages<Page extends ThreadPage = ThreadPage> = InfiniteData<
  Page,
  string | undefined
>;
export type ThreadMessages = ReturnType<typeof useThreadMessages>;

/** The messages of a thread, live; older pages load on request. [M1] [M2] */
export function useThreadMessages<Page extends ThreadPage>(channel: Channel<Page>) {
  const { queryKey, fetchPage, loadFailure } = channel;
  const cache = useQueryClient();
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.previous_cursor ?? undefined,
    refetchOnMount: 'always',
    meta: { refetchNewest: () => refetchNewest(cache, channel) },
  });
  const { data, isError, error } = query;
  // The page itself shows that a thread is closed or does not exist, so these errors are not
  // failures.
  const isClosed = hasCode(error, 'FORBIDDEN', 'NOT_FOUND');
  const messages = useMemo(() => joinPages(data?.pages ?? []), [data]);
  const tell = useEffectEvent(() =>
    notify.outcome({ title: 'Error', description: loadFailure, variant: 'destructive', error }),
  );
  useEffect(() => {
    if (isError && !isClosed) tell();
  }, [isError, isClosed]);
  return { ...query, messages };
}
