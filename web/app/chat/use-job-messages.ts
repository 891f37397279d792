import type { Message } from '@kindpal/contract/chat/schema';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { api } from '~/lib/api.ts';
import { hasCode } from '~/lib/error-text.ts';
import { notify } from '~/notify/notify.ts';
import { joinPages } from './message-groups.ts';

const PAGE_SIZE = 50;

export type MessagePage = { items: Message[]; previous_cursor: string | null };
export type MessagePages = InfiniteData<MessagePage, string | undefined>;

/** Query options of one chat's messages; shared with what writes into its cache. */
export function messagesOptions(jobId: string) {
  return api.chat.listJobMessages.infiniteOptions({
    input: (before: string | undefined) => ({
      job_id: jobId,
      limit: PAGE_SIZE,
      ...(before ? { before } : {}),
    }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.previous_cursor ?? undefined,
    refetchOnMount: 'always' as const,
  });
}

/** The thread of a job's current claim, live; older pages come on request. [M1] */
export function useJobMessages(jobId: string) {
  const query = useInfiniteQuery(messagesOptions(jobId));
  const { data, isError, error } = query;
  // A claim that ends closes its chat; the page says so, and nothing has failed.
  const isClosed = hasCode(error, 'FORBIDDEN') || hasCode(error, 'NOT_FOUND');
  const messages = useMemo(() => joinPages(data?.pages ?? []), [data]);
  useEffect(() => {
    if (!isError || isClosed) return;
    notify.outcome({
      title: 'Error',
      description: 'Failed to load messages',
      variant: 'destructive',
    });
  }, [isError, isClosed]);
  return { ...query, messages };
}
