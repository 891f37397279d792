import type { place } from '@kindpal/contract/place/contract';
import type { Place } from '@kindpal/contract/place/schema';
import type { MemberCall } from '../access/call.ts';
import type { Database, Statement } from '../db/client.ts';
import { refusal } from '../transport/refusal.ts';
import { placeKey, typoKeys } from './place-key.ts';

/** A place has several names, so this many times more rows are read. */
const NAMES_A_PLACE = 4;
/** Among names one typo away, only the largest places are compared letter by letter. */
const COMPARED_AT_MOST = 200;
/** Among names with this prefix, only the largest places are checked for the area. */
const WITHIN_AT_MOST = 400;
const SIMILAR = 0.2;

/** Towns and neighborhoods that match a text while it is typed. [R3] [J2] [O1] */
export async function searchPlaces({ input, context }: MemberCall<typeof place.search>) {
  const { db } = context.services;
  const items = await findPlaces(db, input.search, input.limit);
  if (items.length === 0 && !(await isFilled(db))) throw refusal('PLACES_NOT_READY');
  return { items };
}

async function isFilled({ pool }: Database): Promise<boolean> {
  const { rows } = await pool.query('SELECT FROM gazetteer LIMIT 1');
  return rows.length > 0;
}

/**
 * At most `limit` places, best matches first: the ones that are called exactly this before larger
 * ones that have it as another name, such as 'Old Town' for Las Vegas.
 */
async function findPlaces(db: Database, search: string, limit: number): Promise<Place[]> {
  const sought = readSearch(search);
  const found = new Map<number, Place>();
  for (const statement of searchStatements(sought, limit)) {
    if (found.size >= limit) break;
    for (const row of await db.jsonRows<Place>(statement)) {
      if (!found.has(row.id))
        found.set(row.id, { id: row.id, label: row.label, country: row.country });
    }
  }
  const isCalledThis = ({ label }: Place) => readSearch(label).town === sought.town;
  const places = [...found.values()];
  return places
    .sort((one, other) => Number(isCalledThis(other)) - Number(isCalledThis(one)))
    .slice(0, limit);
}

type Sought = { town: string; areas: string[] };

/** 'Springfield, IL': the town before the first comma, and the areas it must lie in. */
export function readSearch(search: string): Sought {
  const [town = '', ...areas] = search.split(',').map(placeKey);
  return { town, areas: areas.filter(Boolean) };
}

/** The queries to try in order, from cheap to expensive, until enough is found. */
export function searchStatements(sought: Sought, limit: number): Statement[] {
  if (sought.town === '') return [];
  const statements = [exactly(sought, limit), beginning(sought, limit)];
  if (typoKeys(sought.town).length > 0) statements.push(misspelled(sought, limit));
  return statements;
}

const SHOWN = 'place.id, place.label, place.country';

/** A WHERE for places in areas whose names start with these, and its parameters. */
function within(areas: string[], values: unknown[]): string {
  const conditions = areas.map((area) => `place.area_keys LIKE $${values.push(`%|${area}%`)}`);
  return conditions.length > 0 ? conditions.join(' AND ') : 'true';
}

/** Places with exactly this name; without a comma the last words may be the area, 'paris texas'. */
function exactly({ town, areas }: Sought, limit: number): Statement {
  const words = areas.length > 0 ? [] : town.split(' ');
  const splits = words.slice(1).map((_, n) => ({
    town: words.slice(0, n + 1).join(' '),
    area: `%|${words.slice(n + 1).join(' ')}%`,
  }));
  const values: unknown[] = [
    [town, ...splits.map((split) => split.town)],
    ['%', ...splits.map((split) => split.area)],
  ];
  return {
    text: `SELECT ${SHOWN} FROM unnest($1::text[], $2::text[]) sought (town, area)
      JOIN place_names known ON known.name = sought.town
      JOIN places place ON place.id = known.place_id AND place.area_keys LIKE sought.area
      WHERE ${within(areas, values)}
      ORDER BY length(sought.town) DESC, place.population DESC LIMIT ${limit * NAMES_A_PLACE}`,
    values,
  };
}

/** Places whose name starts with this. Up to three letters have an index sorted by population. */
function beginning({ town, areas }: Sought, limit: number): Statement {
  const [condition, value] =
    town.length <= 3 ? [`left(name, ${town.length}) = $1`, town] : ['name LIKE $1', `${town}%`];
  const values: unknown[] = [value];
  const wanted = areas.length > 0 ? WITHIN_AT_MOST : limit * NAMES_A_PLACE;
  return {
    text: `SELECT ${SHOWN}
      FROM (SELECT place_id, population FROM place_names WHERE ${condition}
        ORDER BY population DESC LIMIT ${wanted}) known
      JOIN places place ON place.id = known.place_id
      WHERE ${within(areas, values)}
      ORDER BY known.population DESC LIMIT ${limit * NAMES_A_PLACE}`,
    values,
  };
}

/** Places whose name starts with this except for one typo, most similar first. */
function misspelled({ town, areas }: Sought, limit: number): Statement {
  const values: unknown[] = [typoKeys(town), town];
  return {
    text: `SELECT ${SHOWN}
      FROM (SELECT place_id, name, population FROM place_names WHERE typo_keys && $1::text[] AND typo_keys <> '{}'
        ORDER BY population DESC LIMIT ${COMPARED_AT_MOST}) known
      JOIN places place ON place.id = known.place_id
      WHERE similarity(known.name, $2) >= ${SIMILAR} AND ${within(areas, values)}
      ORDER BY similarity(known.name, $2) DESC, known.population DESC
      LIMIT ${limit * NAMES_A_PLACE}`,
    values,
  };
}
