import { addDays, isDate, weekdayOf } from '@kindpal/contract/availability/rules';
import type { DirectoryFilter } from '@kindpal/contract/member/directory-filter';
import {
  DIRECTORY_SORTS,
  type DirectorySort,
  SERVICES,
  STAY_DAYS_MAX,
  WITHIN_MILES,
  WITHIN_MILES_MAX,
} from '@kindpal/contract/member/directory-rules';
import { readSearch } from '~/lib/use-list-filter.ts';

/** The distances and rates to choose from. */
export const SITTER_DISTANCES = [2, 5, 10, 25, 50] as const;
export const RATES = [15, 20, 25, 30, 50, 100] as const;
export const STARS = [4, 4.5] as const;

/** The directory's filter in the address; invalid values are ignored. [R8] */
export type DirectoryAddress = {
  search: string;
  /** The area's name, for the input that shows it. */
  near: string;
  sort?: DirectorySort | undefined;
} & DirectoryFilter;

function readNumber(text: string | null, max: number): number | undefined {
  const value = Number(text);
  return text && Number.isInteger(value) && value > 0 && value <= max ? value : undefined;
}

const readDay = (text: string | null) => (text && isDate(text) ? text : undefined);

/** The latest last day of a stay that starts on this day. */
export const lastDayOf = (first: string) => addDays(first, STAY_DAYS_MAX - 1);

/** The last day of a stay; undefined for a single day. */
function readLastDay(text: string | null, first: string): string | undefined {
  const last = readDay(text);
  return last && last > first && last <= lastDayOf(first) ? last : undefined;
}

export function readDirectoryAddress(params: URLSearchParams): DirectoryAddress {
  const place_id = readNumber(params.get('place'), 2_147_483_647);
  const free_on = readDay(params.get('free'));
  return {
    search: readSearch(params),
    near: place_id === undefined ? '' : (params.get('near') ?? '').slice(0, 100),
    place_id,
    within_miles: place_id && (readNumber(params.get('miles'), WITHIN_MILES_MAX) ?? WITHIN_MILES),
    free_on,
    free_until: free_on && readLastDay(params.get('until'), free_on),
    service: SERVICES.find((service) => service === params.get('service')),
    max_rate: readNumber(params.get('rate'), 10_000),
    min_rating: STARS.find((stars) => `${stars}` === params.get('stars')),
    sort: DIRECTORY_SORTS.find((sort) => sort === params.get('sort')),
    favorites: params.get('favorites') === 'true' ? 'true' : undefined,
  };
}

/** The filter as input of the call, without empty values. */
export function filterOf({ near: _, search, ...filter }: DirectoryAddress) {
  const given = Object.entries({ ...filter, search: search || undefined });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined)) as DirectoryFilter & {
    search?: string;
    sort?: DirectorySort;
  };
}

/** Whether anything makes the list shorter; the order does not. */
export const isDirectoryNarrowed = (filter: DirectoryAddress) =>
  Object.keys(filterOf(filter)).some((name) => name !== 'sort');

/** What to change if nobody matches: 'Try fewer words or another day.' */
export function widerSearchText(filter: DirectoryAddress): string {
  const canWiden = (filter.within_miles ?? 0) < Math.max(...SITTER_DISTANCES);
  const ways = [
    filter.search && (filter.search.includes(' ') ? 'fewer words' : 'another word'),
    filter.free_on && 'another day',
    filter.place_id && (canWiden ? 'a wider distance' : 'another town'),
    filter.service && 'any service',
    filter.max_rate && 'a higher rate',
    filter.min_rating && 'any rating',
    filter.favorites && 'all sitters instead of your favorites',
  ].filter(Boolean) as string[];
  return `Try ${new Intl.ListFormat('en-US', { type: 'disjunction' }).format(ways)}.`;
}

/** The number of active filters behind 'More filters'. */
export function countMore({ place_id, service, max_rate, ...more }: DirectoryAddress): number {
  return [place_id, service, max_rate, more.min_rating, more.sort].filter(
    (value) => value !== undefined,
  ).length;
}

/** The days offered as buttons: today, tomorrow, and the next Saturday and Sunday. */
export function daysOffered(today: string): string[] {
  const week = Array.from({ length: 8 }, (_, count) => addDays(today, count));
  const weekend = week.filter((date) => ['saturday', 'sunday'].includes(weekdayOf(date)));
  return [...new Set([...week.slice(0, 2), ...weekend])].sort().slice(0, 4);
}
