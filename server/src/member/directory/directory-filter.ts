import { addDays, WEEKDAYS, weekdayOf } from '@kindpal/contract/availability/rules';
import type { DirectoryFilter } from '@kindpal/contract/member/directory-filter';
import type { DirectoryOrder } from './directory-order.ts';

/** Further conditions for a sitter in SQL, with parameters appended to `values`. */
export function filterConditions(
  { free_on, free_until, service, max_rate, min_rating }: DirectoryFilter,
  values: unknown[],
  { average }: Pick<DirectoryOrder, 'average'>,
): string[] {
  const param = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  return [
    service && `(services IS NULL OR services @> ARRAY[${param(service, 'text')}])`,
    max_rate &&
      `(payment_preference = 'negotiable'
        OR coalesce(hourly_rate_amount, fixed_rate_amount) <= ${param(max_rate, 'numeric')})`,
    min_rating && `${average} >= ${param(min_rating, 'numeric')}`,
    free_on && isFree(daysOf(free_on, free_until ?? free_on), param),
  ].filter((condition) => typeof condition === 'string');
}

/** The days from one to another, both included. */
function daysOf(first: string, last: string): string[] {
  const days = [first];
  for (let day = first; day < last; days.push(day)) day = addDays(day, 1);
  return days;
}

/**
 * `slotsOn` of the contract in SQL, for each of these days. It checks in this order: availability
 * switched off, unavailable ranges, specific dates, the weekly schedule; a test compares the two.
 * It has no subquery, so that it is cheap per row.
 */
function isFree(days: string[], param: (value: unknown, type: string) => string): string {
  const [first, last] = [param(days[0], 'text'), param(days.at(-1), 'text')];
  return `availability_enabled AND availability_data IS NOT NULL
    AND NOT coalesce(jsonb_path_exists(availability_data,
      '$.unavailableDateRanges[*] ? (@.start <= $last && @.end >= $first)',
      jsonb_build_object('first', ${first}, 'last', ${last})), false)
    AND ${days.map((day) => hasHours(day, param(day, 'text'))).join(' AND ')}`;
}

function hasHours(date: string, day: string): string {
  const hours = (slots: string) => `(jsonb_typeof(${slots}) = 'array' AND ${slots} <> '[]')`;
  const specific = `availability_data -> 'specificDates' -> ${day}`;
  const week = `coalesce(availability_data -> 'weeklySchedule', availability_data)`;
  const weekday = WEEKDAYS[WEEKDAYS.indexOf(weekdayOf(date))];
  return `CASE WHEN ${specific} IS NULL THEN ${hours(`(${week} -> '${weekday}')`)}
    ELSE ${hours(`(${specific})`)} END`;
}
