import type { JobSide } from '@kindpal/contract/job/my-jobs';
import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { api } from '~/lib/api.ts';
import { atCursor, pageByPage } from '~/lib/pages.ts';
import type { MyJobsFilter } from './my-jobs-filter.ts';

/** My jobs, page by page; what was shown stays in view while another filter is on its way. [D1] */
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

/** How many jobs there are on one side, by phase; undefined until they are counted. [D1] [D3] */
export function useMyJobCounts(as: JobSide) {
  return useQuery(myJobCountsQuery).data?.[as];
}

/** Looks at one's own jobs again, after something was done to one of them. */
export function refreshMyJobs(cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey: api.job.listMine.key() });
  void cache.invalidateQueries({ queryKey: api.job.countMine.key() });
}
