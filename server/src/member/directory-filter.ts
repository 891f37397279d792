import { WEEKDAYS, weekdayOf } from '@kindpal/contract/availability/rules';
import { type DirectoryFilter, WITHIN_MILES } from '@kindpal/contract/member/directory-filter';
import type { Database } from '../db/client.ts';

const METERS_A_MILE = 1609.344;
const MILES_A_DEGREE = 69;

/** What else must hold of a sitter, as conditions in SQL whose parameters follow those in `values`. */
export function filterConditions(
  { free_on, service, max_rate }: DirectoryFilter,
  values: unknown[],
): string[] {
  const param = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  return [
    service && `(services IS NULL OR services @> ARRAY[${param(service, 'text')}])`,
    max_rate &&
      `(payment_preference = 'negotiable'
        OR coalesce(hourly_rate_amount, fixed_rate_amount) <= ${param(max_rate, 'numeric')})`,
    free_on && isFreeOn(free_on, param(free_on, 'text')),
  ].filter((condition) => typeof condition === 'string');
}

/**
 * `slotsOn` of the contract in SQL: off, then unavailable ranges, then specific dates, then the week;
 * a test holds the two against each other. Without a subquery, so that it is cheap for each row.
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

/** The places within so many miles of one, itself included; null when no place is asked for. */
export async function findPlacesNear(
  db: Database,
  { place_id, within_miles = WITHIN_MILES }: DirectoryFilter,
): Promise<number[] | null> {
  if (place_id === undefined) return null;
  const rows = await db.shortRead<{ id: number }>({
    name: 'places-near',
    text: `SELECT near.id FROM places center JOIN places near
        ON near.latitude BETWEEN center.latitude - $2::float8 / ${MILES_A_DEGREE}
          AND center.latitude + $2::float8 / ${MILES_A_DEGREE}
        AND least(abs(near.longitude - center.longitude), 360 - abs(near.longitude - center.longitude))
          * greatest(cos(radians(center.latitude)), 0.01) <= $2::float8 / ${MILES_A_DEGREE} * 1.1
      WHERE center.id = $1
        AND earth_distance(ll_to_earth(center.latitude, center.longitude),
          ll_to_earth(near.latitude, near.longitude)) <= $2::float8 * ${METERS_A_MILE}`,
    values: [place_id, within_miles],
  });
  return rows.map(({ id }) => id);
}
