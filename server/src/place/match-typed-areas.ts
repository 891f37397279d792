import { and, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { openClient } from '../db/open-client.ts';
import { jobs } from '../db/schema/job.ts';
import { users } from '../db/schema/member.ts';
import { candidatesOf, certainMatch, findMatches, type Match } from './match-place.ts';

const BATCH = 500;
type Typed = { id: string; address: string };

/**
 * Runs once, after the list was first filled: sets the area of older members and jobs whose text
 * names one place unambiguously. The others are asked for it. In small steps, so that nobody
 * waits for a row; if interrupted, it continues at the next start.
 */
export async function matchTypedAreas(databaseUrl: string): Promise<void> {
  const client = await openClient(databaseUrl, { name: 'kindpal-places' });
  try {
    const { rowCount } = await client.query('SELECT FROM gazetteer WHERE matched_at IS NOT NULL');
    if (rowCount) return;
    const queries = drizzle({ client });
    for (const table of [users, jobs]) await matchTable(queries, table);
    await client.query('UPDATE gazetteer SET matched_at = now()');
  } finally {
    await client.end();
  }
}

async function matchTable(
  queries: NodePgDatabase,
  table: typeof users | typeof jobs,
): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { id, address, place_id } = table;
    const rows: Typed[] = await queries
      .select({ id, address: sql<string>`${address}` })
      .from(table)
      .where(and(gt(id, after), isNull(place_id), isNotNull(address)))
      .orderBy(id)
      .limit(BATCH);
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    const found = await matchTexts(queries, rows);
    await queries.execute(sql`
      UPDATE ${table} AS kept SET place_id = match.place_id, location = match.label
      FROM unnest(${sql.param(found.map(({ id }) => id))}::uuid[],
        ${sql.param(found.map(({ match }) => match.id))}::int[],
        ${sql.param(found.map(({ match }) => match.label))}::text[]) match (id, place_id, label)
      WHERE kept.id = match.id AND kept.place_id IS NULL`);
  }
}

/** The place of each text that names one unambiguously. */
async function matchTexts(queries: NodePgDatabase, rows: Typed[]) {
  const candidates = rows.map(({ address }) => candidatesOf(address));
  const matches = await findMatches(queries, candidates.flat());
  const found: { id: string; match: Match }[] = [];
  let from = 0;
  for (const [n, { id }] of rows.entries()) {
    const count = candidates[n]?.length ?? 0;
    const match = certainMatch(matches.slice(from, from + count));
    if (match) found.push({ id, match });
    from += count;
  }
  return found;
}
