import type { JobSide } from '@kindpal/contract/job/my-jobs';
import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { api } from '~/lib/calls/api.ts';
import { atCursor, pageByPage } from '~/lib/calls/pages.ts';
import type { MyJobsFilter } from './my-jobs-filter.ts';

/**
 * The member's jobs, page by page; the previous result stays visible while another filter loads.
 * [D1]
 */
export function useMyJobs({ as, phase, search }: MyJobsFilter) {
  return useInfiniteQuery(
    api.job.listMine.infiniteOptions({
      input: (cursor: string | undefined) => ({
        as,
        ...(phase ? { state: phase } : {}),
        ...(search ? { search } : {}),
        ...atCursor(cursor),
      }),
      ...pageByPage,
      placeholderData: keepPreviousData,
    }),
  );
}

export const myJobCountsQuery = api.job.countMine.queryOptions();

/** The number of jobs on one side, by phase; undefined while loading. [D1] [D3] */
export function useMyJobCounts(as: JobSide) {
  return useQuery(myJobCountsQuery).data?.[as];
}

/** Refetches the member's own jobs after an action on one of them. */
export function refreshMyJobs(cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey: api.job.listMine.key() });
  void cache.invalidateQueries({ queryKey: api.job.countMine.key() });
}
