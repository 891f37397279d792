import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import { openClient } from '../db/open-client.ts';
import { TIMEOUTS } from '../timeouts.ts';
import { GAZETTEER_VERSION, type GazetteerPlace } from './gazetteer.ts';
import { placeKey, typoKeys } from './place-key.ts';

/** Any number, as long as every node uses the same. */
const FILL_LOCK = 7_112_027;
const BATCH = 1_000;
const RETRY_MS = 30_000;

/**
 * Fills the tables of places once for each version of the gazetteer; `databaseUrl` is the schema
 * owner's. Takes some seconds in a separate process, which frees its memory when it ends.
 */
export async function fillPlaces(databaseUrl: string, signal?: AbortSignal): Promise<void> {
  if (await isFilled(databaseUrl, signal)) return;
  const filling = fork(fileURLToPath(new URL('./fill-process.ts', import.meta.url)), {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    ...(signal && { signal }),
  });
  // One that cannot start reports that again when something is sent to it.
  filling.on('error', () => undefined);
  let fault: unknown;
  filling.once('message', (said) => {
    fault = said;
  });
  filling.send(databaseUrl);
  // Its last message has arrived when it is disconnected, which may be after it has ended.
  const [[code]] = await Promise.all([once(filling, 'exit'), once(filling, 'disconnect')]);
  if (code === 0) return;
  const why = fault === undefined ? '' : `: ${JSON.stringify(fault)}`;
  throw new Error(`filling the places ended with ${code}${why}`);
}

/**
 * Does the same in the background of a running server, with retries; returns a function that
 * stops it. Until it is done, a search for places answers PLACES_NOT_READY.
 */
export function fillPlacesAside(databaseUrl: string, log: Logger): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const filling = (async () => {
    while (!signal.aborted) {
      try {
        return await fillPlaces(databaseUrl, signal);
      } catch (error) {
        if (signal.aborted) return;
        log.error({ err: error }, 'The list of places could not be filled; retrying soon');
        await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  })();
  return async () => {
    stopping.abort();
    await filling;
  };
}

async function isFilled(databaseUrl: string, signal?: AbortSignal): Promise<boolean> {
  const client = await openClient(databaseUrl, {
    name: 'kindpal-places',
    answerWithin: TIMEOUTS.statement,
    ...(signal && { signal }),
  });
  try {
    const { rowCount } = await client.query(
      'SELECT FROM gazetteer WHERE version = $1 AND EXISTS (SELECT FROM gazetteer WHERE matched_at IS NOT NULL)',
      [GAZETTEER_VERSION],
    );
    return rowCount === 1;
  } finally {
    await client.end();
  }
}

async function hasVersion(client: pg.Client, version: string): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM gazetteer WHERE version = $1', [version]);
  return rowCount === 1;
}

/**
 * Writes `source` into the tables of places; nodes that start together take turns, and later ones
 * find it done. Places that members chose keep their ids. Transactions are short, because live
 * events wait for every earlier transaction; if killed, it starts again.
 */
export async function writePlaces(
  databaseUrl: string,
  source: AsyncIterable<GazetteerPlace> | Iterable<GazetteerPlace>,
  version: string,
): Promise<void> {
  const client = await openClient(databaseUrl, { name: 'kindpal-places' });
  try {
    await client.query('SELECT pg_advisory_lock($1)', [FILL_LOCK]);
    if (await hasVersion(client, version)) return;
    const batches = await stagePlaces(client, source);
    await takeOver(client, batches);
    for (const statement of INDEX_NAMES) await client.query(statement);
    await client.query('ANALYZE places, place_names');
    await client.query('INSERT INTO gazetteer (version) VALUES ($1)', [version]);
  } finally {
    await client.end();
  }
}

/** Fills the staging tables and returns the number of batches. */
async function stagePlaces(
  client: pg.Client,
  source: AsyncIterable<GazetteerPlace> | Iterable<GazetteerPlace>,
): Promise<number> {
  await client.query(STAGE);
  let batches = 0;
  let batch: GazetteerPlace[] = [];
  for await (const place of source) {
    if (batch.push(place) === BATCH) {
      await stageBatch(client, batch, batches++);
      batch = [];
    }
  }
  await stageBatch(client, batch, batches++);
  await client.query(INDEX_STAGED);
  return batches;
}

async function stageBatch(client: pg.Client, batch: GazetteerPlace[], nth: number): Promise<void> {
  const column = (of: (place: GazetteerPlace) => unknown) => batch.map(of);
  await client.query(
    `INSERT INTO staged_places SELECT $1::int, * FROM unnest($2::int[], $3::text[], $4::text[],
       $5::text[], $6::text[], $7::text[], $8::int[], $9::float8[], $10::float8[])`,
    [
      nth,
      column(({ id }) => id),
      column(({ name }) => name),
      column(({ region }) => region),
      column(({ county }) => county),
      column(({ country_code }) => countryName(country_code)),
      column(areaKeys),
      column(({ population }) => population),
      column(({ latitude }) => latitude),
      column(({ longitude }) => longitude),
    ],
  );
  const names = batch.flatMap(namesOf);
  await client.query(
    `INSERT INTO staged_names SELECT $1::int, place_id, name, string_to_array(nullif(typos, ''), ',')
     FROM unnest($2::int[], $3::text[], $4::text[]) staged (place_id, name, typos)`,
    [nth, names.map(({ id }) => id), names.map(({ key }) => key), names.map(({ typos }) => typos)],
  );
}

/** The search keys of a place's names; only its own names can be found despite typos. */
function namesOf({ id, name, other_names }: GazetteerPlace) {
  const own = new Set([name, other_names[0] ?? ''].map(placeKey));
  const others = new Set(other_names.map(placeKey).filter((key) => !own.has(key)));
  const all = [
    ...[...own].map((key) => ({ id, key, typos: typoKeys(key).join(',') })),
    ...[...others].map((key) => ({ id, key, typos: '' })),
  ];
  return all.filter(({ key }) => key !== '');
}

const ALIASES: Record<string, string> = { US: 'usa', GB: 'uk' };
const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region' });

function countryName(code: string): string {
  return COUNTRY_NAMES.of(code) ?? code;
}

function areaKeys({ region, region_code, county, country_code }: GazetteerPlace): string {
  const country = [countryName(country_code), country_code, ALIASES[country_code] ?? ''];
  const keys = [region, region_code, county, ...country].map(placeKey).filter(Boolean);
  return `|${[...new Set(keys)].join('|')}|`;
}

const countriesSchema = z.array(z.object({ country: z.string() }));

/**
 * Copies from the staging tables to the real ones: places by country, then the names of each
 * batch.
 */
async function takeOver(client: pg.Client, batches: number): Promise<void> {
  const { rows } = await client.query('SELECT DISTINCT country FROM staged_places');
  for (const { country } of countriesSchema.parse(rows)) {
    await client.query(TAKE_PLACES, [country]);
  }
  for (let nth = 0; nth < batches; nth += 1) {
    await client.query('BEGIN');
    await client.query(DROP_NAMES, [nth]);
    await client.query(TAKE_NAMES, [nth]);
    await client.query('COMMIT');
  }
  await client.query(DROP_OLD_NAMES);
}

const STAGE = `
  CREATE TEMP TABLE staged_places (batch int, id int, name text, region text, county text,
    country text, area_keys text, population int, latitude float8, longitude float8);
  CREATE TEMP TABLE staged_names (batch int, place_id int, name text, typo_keys text[])`;
const INDEX_STAGED = `
  CREATE INDEX ON staged_places (country);
  CREATE INDEX ON staged_places (batch);
  CREATE INDEX ON staged_names (batch);
  ANALYZE staged_places, staged_names`;

/**
 * The places of one country. Two towns with the same name in a region are distinguished by
 * county; if they still read the same, the larger one is kept.
 */
const TAKE_PLACES = `
  WITH counted AS (
    SELECT *, count(*) OVER (PARTITION BY region, name) > 1 AND county <> '' AS is_twin
    FROM staged_places WHERE country = $1),
  labeled AS (
    SELECT *, concat_ws(', ', name, CASE WHEN is_twin THEN county END,
      CASE WHEN region IN ('', name) THEN country ELSE region END) AS label
    FROM counted),
  ranked AS (
    SELECT *, row_number() OVER (PARTITION BY label ORDER BY population DESC, id) AS rank
    FROM labeled)
  INSERT INTO places (id, name, region, country, label, area_keys, population, latitude, longitude)
  SELECT id, name, region, country, label, area_keys, population, latitude, longitude
  FROM ranked WHERE rank = 1
  ON CONFLICT (id) DO UPDATE SET name = EXCLUDED.name, region = EXCLUDED.region,
    country = EXCLUDED.country, label = EXCLUDED.label, area_keys = EXCLUDED.area_keys,
    population = EXCLUDED.population, latitude = EXCLUDED.latitude, longitude = EXCLUDED.longitude`;
const DROP_NAMES = `
  DELETE FROM place_names WHERE place_id IN (SELECT id FROM staged_places WHERE batch = $1)`;
const TAKE_NAMES = `
  INSERT INTO place_names (place_id, name, population, typo_keys)
  SELECT DISTINCT ON (staged.place_id, staged.name) staged.place_id, staged.name, place.population,
    coalesce(staged.typo_keys, '{}')
  FROM staged_names staged JOIN places place ON place.id = staged.place_id
  WHERE staged.batch = $1 ON CONFLICT DO NOTHING`;
/**
 * Places missing from the new version keep their row, for members who chose them, but can't be
 * found.
 */
const DROP_OLD_NAMES = `
  DELETE FROM place_names WHERE NOT EXISTS (
    SELECT FROM staged_places WHERE staged_places.id = place_names.place_id)`;

/**
 * Built here and not by a migration: over existing rows it takes a fraction of the time. Short
 * prefixes match many names: up to three letters have an index sorted by population.
 */
const INDEX_NAMES = [
  'place_names_by_one_letter ON place_names (left(name, 1), population DESC)',
  'place_names_by_two_letters ON place_names (left(name, 2), population DESC)',
  'place_names_by_three_letters ON place_names (left(name, 3), population DESC)',
  'place_names_by_beginning ON place_names (name text_pattern_ops)',
  "place_names_by_typo ON place_names USING gin (typo_keys) WHERE typo_keys <> '{}'",
].map((index) => `CREATE INDEX IF NOT EXISTS ${index}`);
