import { readSearch, useListFilter } from '~/lib/use-list-filter.ts';
import { type JobFilter, readJobFilter } from './job-list-filter.ts';

const readFilter = (params: URLSearchParams): JobFilter => ({
  search: readSearch(params),
  ...readJobFilter(params),
});

/** The filter of the list of jobs. [J1] */
export function useJobFilter() {
  return useListFilter(readFilter);
}
