import type { JobType } from '@kindpal/contract/job/schema';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '~/lib/api.ts';
import { listRetryDelay, shouldRetryList } from './job-list-failure.ts';
import { createRecorder } from './list-diagnostics.ts';
import { useListReports } from './use-list-reports.ts';
import { useShownJobs } from './use-shown-jobs.ts';

export type JobFilter = { search: string; jobType: JobType | undefined };

const PAGE_SIZE = 20;

function listOptions({ search, jobType }: JobFilter) {
  return api.job.list.infiniteOptions({
    input: (cursor: string | undefined) => ({
      limit: PAGE_SIZE,
      ...(search ? { search } : {}),
      ...(jobType ? { job_type: jobType } : {}),
      ...(cursor ? { cursor } : {}),
    }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    retry: shouldRetryList,
    retryDelay: listRetryDelay,
    placeholderData: keepPreviousData,
  });
}

/** The list of open jobs: its pages, its retries, and what the reader is shown of it. [J1] */
export function useJobList(filter: JobFilter, reader: string | null) {
  const [recorder] = useState(createRecorder);
  const options = listOptions(filter);
  const query = useInfiniteQuery({
    ...options,
    queryFn: (context) => recorder.measure(async () => options.queryFn(context)),
  });
  const list = [reader, filter.jobType, filter.search].join('|');
  const pages = query.isPlaceholderData ? undefined : query.data?.pages;
  const shown = useShownJobs(list, pages);
  useListReports(query, shown.cards.length);

  async function refresh() {
    const { data } = await query.refetch();
    if (data) shown.showAll(data.pages);
  }
  return { ...shown, query, recorder, refresh };
}
