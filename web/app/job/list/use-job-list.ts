import { JOBS_A_PAGE } from '@kindpal/contract/job/shown';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '~/lib/calls/api.ts';
import { listRetryDelay, shouldRetryList } from './job-list-failure.ts';
import { type JobFilter, listInput, type ViewerPlace } from './job-list-filter.ts';
import { createRecorder } from './list-diagnostics.ts';
import { useShownJobs } from './shown-jobs.ts';
import { useListReports } from './use-list-reports.ts';

export function jobListOptions(filter: JobFilter, place: ViewerPlace) {
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

/** The list of open jobs: its pages, its retries, and the cards shown to the viewer. [J1] */
export function useJobList(filter: JobFilter, who: { id: string | null; place: ViewerPlace }) {
  const [recorder] = useState(createRecorder);
  const options = jobListOptions(filter, who.place);
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
