import type { Database } from '../db/client.ts';

const METERS_A_MILE = 1609.344;
const MILES_A_DEGREE = 69;

/** Places around one, the nearest first, with their distance as the crow flies. */
export type PlacesNear = { ids: number[]; meters: number[] };

/**
 * The places within so many miles of one, itself included; none where there is no such place. A box of
 * latitudes and longitudes comes first, so that distances are counted for few of the table's rows.
 */
export async function findPlacesNear(
  db: Database,
  { place_id, within_miles }: { place_id: number; within_miles: number },
): Promise<PlacesNear> {
  const rows = await db.shortRead<{ id: number; meters: number }>({
    name: 'places-near',
    text: `SELECT near.id, near.meters FROM (
        SELECT place.id, round(earth_distance(ll_to_earth(center.latitude, center.longitude),
          ll_to_earth(place.latitude, place.longitude)))::int AS meters
        FROM places center JOIN places place
          ON place.latitude BETWEEN center.latitude - $2::float8 / ${MILES_A_DEGREE}
            AND center.latitude + $2::float8 / ${MILES_A_DEGREE}
          AND least(abs(place.longitude - center.longitude),
              360 - abs(place.longitude - center.longitude))
            * greatest(cos(radians(center.latitude)), 0.01) <= $2::float8 / ${MILES_A_DEGREE} * 1.1
        WHERE center.id = $1) near
      WHERE near.meters <= $2::float8 * ${METERS_A_MILE} ORDER BY near.meters, near.id`,
    values: [place_id, within_miles],
  });
  return { ids: rows.map(({ id }) => id), meters: rows.map(({ meters }) => meters) };
}
