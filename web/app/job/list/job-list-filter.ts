import { JOB_SORTS, type JobSort } from '@kindpal/contract/job/list-filter';
import type { JobType } from '@kindpal/contract/job/schema';
import { readSearch, useListFilter } from '~/lib/use-list-filter.ts';
import { readJobType } from './job-types.ts';

/**
 * The filter in the address of the list. `on` is a day, yyyy-MM-dd, in the viewer's time zone. [J1]
 */
export type JobFilter = {
  search: string;
  jobType: JobType | undefined;
  sort: JobSort;
  on: string | undefined;
  withinMiles: number | undefined;
  minPay: number | undefined;
};

export const JOB_DISTANCES = [5, 10, 25, 50] as const;
export const LEAST_PAYS = [25, 50, 100, 200] as const;

export const SORT_LABELS: Record<JobSort, string> = {
  newest: 'Newest first',
  soonest: 'Starts soonest',
  nearest: 'Nearest first',
  pay: 'Highest pay',
};

const oneOf = <Value extends string | number>(values: readonly Value[], text: string | null) =>
  values.find((value) => `${value}` === text);

/** Parses the query; unknown values are ignored. */
export function readJobFilter(params: URLSearchParams): Omit<JobFilter, 'search'> {
  const on = params.get('on') ?? '';
  return {
    jobType: readJobType(params.get('type')),
    sort: oneOf(JOB_SORTS, params.get('sort')) ?? 'newest',
    on: /^\d{4}-\d\d-\d\d$/.test(on) && !Number.isNaN(Date.parse(on)) ? on : undefined,
    withinMiles: oneOf(JOB_DISTANCES, params.get('within')),
    minPay: oneOf(LEAST_PAYS, params.get('pay')),
  };
}

/** The number of active filters behind the button. */
export function countNarrowing({ on, withinMiles, minPay }: JobFilter): number {
  return [on, withinMiles, minPay].filter((value) => value !== undefined).length;
}

/** Whether any filter is active. */
export function isJobListNarrowed(filter: JobFilter): boolean {
  return filter.search !== '' || filter.jobType !== undefined || countNarrowing(filter) > 0;
}

/** The viewer's area from their profile; null without one, then there are no distances. */
export type ViewerPlace = number | null;

/** The filter as input of the call; distances need the viewer's area. */
export function listInput(
  { search, jobType, sort, on, withinMiles, minPay }: JobFilter,
  place: ViewerPlace,
) {
  const isByPlace = place !== null && (sort === 'nearest' || withinMiles !== undefined);
  return {
    ...(search ? { search } : {}),
    ...(jobType ? { job_type: jobType } : {}),
    ...(sort !== 'newest' && (sort !== 'nearest' || place !== null) ? { sort } : {}),
    ...(isByPlace ? { place_id: place } : {}),
    ...(isByPlace && withinMiles !== undefined ? { within_miles: withinMiles } : {}),
    ...(minPay === undefined ? {} : { min_pay: minPay }),
    ...(on === undefined ? {} : dayInput(on)),
  };
}

/** The start and end of a day in this device's time zone. */
function dayInput(day: string): { from: string; until: string } {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return {
    from: new Date(year, month - 1, date).toISOString(),
    until: new Date(year, month - 1, date + 1).toISOString(),
  };
}

export const readFilter = (params: URLSearchParams): JobFilter => ({
  search: readSearch(params),
  ...readJobFilter(params),
});

/** The filter of the list of jobs. [J1] */
export function useJobFilter() {
  return useListFilter(readFilter);
}
