import { JOBS_A_PAGE } from '@kindpal/contract/job/shown';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readSession } from '~/account/session/session-store.ts';
import { api } from '~/lib/calls/api.ts';
import { isFirstPage, waitForData } from '~/lib/calls/first-page.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { profileQuery } from '~/member/use-own-profile.ts';
import { listRetryDelay, shouldRetryList } from './job-list-failure.ts';
import { type JobFilter, listInput, readFilter, type ViewerPlace } from './job-list-filter.ts';
import { createRecorder } from './list-diagnostics.ts';
import { useShownJobs } from './shown-jobs.ts';
import { useListReports } from './use-list-reports.ts';

function listOptions(filter: JobFilter, place: ViewerPlace) {
  const asked = listInput(filter, place);
  return api.job.list.infiniteOptions({
    input: (cursor: string | undefined) => ({
      limit: JOBS_A_PAGE,
      ...asked,
      ...(cursor ? { cursor } : {}),
    }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    retry: shouldRetryList,
    retryDelay: listRetryDelay,
    placeholderData: keepPreviousData,
  });
}

/**
 * Lets the first page of a tab wait briefly for the whole list, so that it is rendered once. Staff
 * see the list's requests counted, so the list sends them. [J1]
 */
export async function startJobList(): Promise<void> {
  const { user } = readSession();
  if (user?.app_role !== 'user' || window.location.search || !isFirstPage()) return;
  const data = [
    queryClient.prefetchQuery(profileQuery(user.id)),
    queryClient.prefetchInfiniteQuery(listOptions(readFilter(new URLSearchParams()), null)),
  ];
  await waitForData(Promise.all(data));
}

/** The list of open jobs: its pages, its retries, and the cards shown to the viewer. [J1] */
export function useJobList(filter: JobFilter, who: { id: string | null; place: ViewerPlace }) {
  const [recorder] = useState(createRecorder);
  const options = listOptions(filter, who.place);
  const query = useInfiniteQuery({
    ...options,
    queryFn: (context) => recorder.measure(async () => options.queryFn(context)),
  });
  const list = JSON.stringify([who, filter]);
  const pages = query.isPlaceholderData ? undefined : query.data?.pages;
  const shown = useShownJobs(list, pages);
  useListReports(query, shown.cards.length);

  async function refresh() {
    const { data } = await query.refetch();
    if (data) shown.showAll(data.pages);
  }
  return { ...shown, query, recorder, refresh };
}
