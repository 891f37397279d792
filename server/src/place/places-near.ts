import type { Database } from '../db/client.ts';

export const METERS_A_MILE = 1609.344;
const MILES_A_DEGREE = 69;

/** Places around one, nearest first, with their straight-line distance. */
export type PlacesNear = { ids: number[]; meters: number[] };

/**
 * A query for the `id` and `meters` of the places around one, given as SQL. A box of latitudes and
 * longitudes comes first, so that distances are computed for few of the table's rows; by `<@>`,
 * which is one call of C code, while `earth_distance` builds two cubes and takes ten times as long.
 */
export const placesWithin = ({ center, miles }: { center: string; miles: string }) => `
  SELECT near.id, near.meters FROM (
    SELECT place.id, round((point(center.longitude, center.latitude)
      <@> point(place.longitude, place.latitude)) * ${METERS_A_MILE})::int AS meters
    FROM places center JOIN places place
      ON place.latitude BETWEEN center.latitude - ${miles}::float8 / ${MILES_A_DEGREE}
        AND center.latitude + ${miles}::float8 / ${MILES_A_DEGREE}
      AND least(abs(place.longitude - center.longitude),
          360 - abs(place.longitude - center.longitude))
        * greatest(cos(radians(center.latitude)), 0.01)
        <= ${miles}::float8 / ${MILES_A_DEGREE} * 1.1
    WHERE center.id = ${center}) near
  WHERE near.meters <= ${miles}::float8 * ${METERS_A_MILE}`;

/** The places within `within_miles` of one, including itself; none for an unknown place. */
export async function findPlacesNear(
  db: Database,
  { place_id, within_miles }: { place_id: number; within_miles: number },
): Promise<PlacesNear> {
  const rows = await db.shortRead<{ id: number; meters: number }>({
    name: 'places-near',
    text: `${placesWithin({ center: '$1', miles: '$2' })} ORDER BY near.meters, near.id`,
    values: [place_id, within_miles],
  });
  return { ids: rows.map(({ id }) => id), meters: rows.map(({ meters }) => meters) };
}
