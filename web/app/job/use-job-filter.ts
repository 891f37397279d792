import type { JobType } from '@kindpal/contract/job/schema';
import { readSearch, useListFilter } from '~/lib/use-list-filter.ts';
import { readJobType } from './job-types.ts';
import type { JobFilter } from './use-job-list.ts';

const readFilter = (params: URLSearchParams): JobFilter => ({
  search: readSearch(params),
  jobType: readJobType(params.get('type')),
});

/** The filter of the list of jobs. [J1] */
export function useJobFilter() {
  const { filter, typed, setTyped, change, clear } = useListFilter(readFilter);
  const setJobType = (value: JobType | undefined) => change('type', value ?? '');
  return { filter, typed, setTyped, setJobType, clear };
}
