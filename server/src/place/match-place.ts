import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queries } from '../db/client.ts';
import { placeKey } from './place-key.ts';

/** A place as it may be written at the end of a text: its name, and the areas that contain it. */
export type Candidate = { town: string; areas: string[] };
const matchSchema = z.strictObject({
  n: z.int(),
  id: z.int(),
  label: z.string(),
  found: z.int(),
});
/** How many places match candidate number `n`; `id` and `label` if there is only one. */
export type Match = z.infer<typeof matchSchema>;

/** The list has no postal codes. */
const POSTAL_CODE = /\b\d{4,6}(-\d{4})?\b/g;

/** The parts of an address, without postal codes. */
function partsOf(text: string): string[] {
  return text
    .split(/[,;\n]/)
    .map((part) => placeKey(part.replace(POSTAL_CODE, ' ')))
    .filter(Boolean);
}

/**
 * The places a text may mean, most exact first: '…, town, region, country', '…, town, region', or
 * a town alone. A town after a street is not certain enough.
 */
export function candidatesOf(text: string): Candidate[] {
  const parts = partsOf(text);
  const [last = '', before = '', first = ''] = parts.toReversed();
  if (parts.length === 1) return [{ town: last, areas: [] }];
  return [
    ...(parts.length > 2 ? [{ town: first, areas: [before, last] }] : []),
    ...(parts.length > 1 ? [{ town: before, areas: [last] }] : []),
  ];
}

/** Whether a text has more parts than a candidate: then it contains a street, or directions. */
export function hasMoreParts(text: string, { areas }: Candidate): boolean {
  return partsOf(text).length > areas.length + 1;
}

/** The matches of each candidate; undefined where there are none. */
export async function findMatches(
  queries: Pick<Queries, 'execute'>,
  candidates: Candidate[],
): Promise<(Match | undefined)[]> {
  if (candidates.length === 0) return [];
  const pattern = (area: string | undefined) => (area ? `%|${area}|%` : '%');
  const columns = [
    candidates.map((_, n) => n),
    candidates.map(({ town }) => town),
    candidates.map(({ areas }) => pattern(areas[0])),
    candidates.map(({ areas }) => pattern(areas[1])),
  ].map((column) => sql.param(column));
  const [numbers, towns, areas, wider] = columns;
  const { rows } = await queries.execute(sql`
    SELECT candidate.n, min(place.id) AS id, min(place.label) AS label,
      count(DISTINCT place.id)::int AS found
    FROM unnest(${numbers}::int[], ${towns}::text[], ${areas}::text[], ${wider}::text[])
      candidate (n, town, area, wider)
    JOIN place_names known ON known.name = candidate.town
    JOIN places place ON place.id = known.place_id
      AND place.area_keys LIKE candidate.area AND place.area_keys LIKE candidate.wider
    GROUP BY candidate.n`);
  const known = new Map(
    z
      .array(matchSchema)
      .parse(rows)
      .map((row) => [row.n, row]),
  );
  return candidates.map((_, n) => known.get(n));
}

/** The first candidate of a text with any match; certain only if that is a single place. */
export function certainMatch(matches: (Match | undefined)[]): Match | null {
  const known = matches.find((match) => match !== undefined);
  return known?.found === 1 ? known : null;
}
