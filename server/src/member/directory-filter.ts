import { WEEKDAYS, weekdayOf } from '@kindpal/contract/availability/rules';
import type { DirectoryFilter } from '@kindpal/contract/member/directory-filter';
import type { DirectoryOrder } from './directory-order.ts';

/** Further conditions for a sitter in SQL, with parameters appended to `values`. */
export function filterConditions(
  { free_on, service, max_rate, min_rating }: DirectoryFilter,
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
    free_on && isFreeOn(free_on, param(free_on, 'text')),
  ].filter((condition) => typeof condition === 'string');
}

/**
 * `slotsOn` of the contract in SQL: off, then unavailable ranges, then specific dates, then the
 * week; a test compares the two. Without a subquery, so that it is cheap per row.
 */
function isFreeOn(date: string, day: string): string {
  const hours = (slots: string) => `(jsonb_typeof(${slots}) = 'array' AND ${slots} <> '[]')`;
  const specific = `availability_data -> 'specificDates' -> ${day}`;
  const week = `coalesce(availability_data -> 'weeklySchedule', availability_data)`;
  const weekday = WEEKDAYS[WEEKDAYS.indexOf(weekdayOf(date))];
  return `availability_enabled AND availability_data IS NOT NULL
    AND CASE WHEN ${specific} IS NULL THEN ${hours(`(${week} -> '${weekday}')`)}
      ELSE ${hours(`(${specific})`)} END
    AND NOT coalesce(jsonb_path_exists(availability_data,
      '$.unavailableDateRanges[*] ? (@.start <= $day && @.end >= $day)',
      jsonb_build_object('day', ${day})), false)`;
}
