import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queries } from '../db/client.ts';
import { placeKey } from './place-key.ts';

/** A place as it may have been written at the end of a text: its name, and what it lies in. */
export type Candidate = { town: string; areas: string[] };
const matchSchema = z.strictObject({
  n: z.int(),
  id: z.int(),
  label: z.string(),
  found: z.int(),
});
/** How many places fit candidate number `n`; `id` and `label` are of the only one. */
export type Match = z.infer<typeof matchSchema>;

/** Postal codes say nothing that the list knows. */
const POSTAL_CODE = /\b\d{4,6}(-\d{4})?\b/g;

/** The parts of an address, the postal codes left out. */
function partsOf(text: string): string[] {
  return text
    .split(/[,;\n]/)
    .map((part) => placeKey(part.replace(POSTAL_CODE, ' ')))
    .filter(Boolean);
}

/**
 * What a text may name as its place, the most exact first: '…, town, region, country', '…, town,
 * region', or a town that stands alone. A town behind a street is not enough to be certain of.
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

/** Whether a text says more than a candidate does: then it holds a street, or how to ring the bell. */
export function saysMore(text: string, { areas }: Candidate): boolean {
  return partsOf(text).length > areas.length + 1;
}

/** What the list knows of each candidate; undefined where it knows nothing. */
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

/** Of one text's candidates the first that the list knows; certain only when it is the only place. */
export function certainMatch(matches: (Match | undefined)[]): Match | null {
  const known = matches.find((match) => match !== undefined);
  return known?.found === 1 ? known : null;
}
