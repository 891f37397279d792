import type { Database } from '../db/client.ts';

type Point = { latitude: number; longitude: number };

/** The Earth's radius in miles that `<@>` of the extension `earthdistance` uses. */
const EARTH_MILES = 3958.747716;
/** More places than a community lives in; beyond it they are read again. */
const KEPT_AT_MOST = 20_000;

/** Read once: the table changes only at a start. */
const pointsOf = new WeakMap<Database, Map<number, Point>>();

/**
 * The distance of these places from one in whole miles, in a straight line; unknown ones are
 * omitted.
 */
export async function milesBetween(
  db: Database,
  from: number,
  places: number[],
): Promise<Map<number, number>> {
  const points = await readPoints(db, [from, ...places]);
  const center = points.get(from);
  const miles = new Map<number, number>();
  for (const place of places) {
    const point = points.get(place);
    if (center && point) miles.set(place, milesOf(center, point));
  }
  return miles;
}

async function readPoints(db: Database, ids: number[]): Promise<Map<number, Point>> {
  const known = pointsOf.get(db) ?? new Map<number, Point>();
  pointsOf.set(db, known);
  const missing = [...new Set(ids)].filter((id) => !known.has(id));
  if (missing.length === 0) return known;
  if (known.size > KEPT_AT_MOST) known.clear();
  const asked = known.size === 0 ? [...new Set(ids)] : missing;
  const rows = await db.shortRead<Point & { id: number }>({
    name: 'place-points',
    text: 'SELECT id, latitude, longitude FROM places WHERE id = ANY($1::int[])',
    values: [asked],
  });
  for (const { id, ...point } of rows) known.set(id, point);
  return known;
}

function milesOf(one: Point, other: Point): number {
  const [a, b] = [radians(one.latitude), radians(other.latitude)];
  const turned = radians(other.longitude - one.longitude);
  const half = Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(turned / 2) ** 2;
  return Math.round(2 * EARTH_MILES * Math.asin(Math.min(1, Math.sqrt(half))));
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;
