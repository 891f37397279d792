import type { Pool } from 'pg';
import { readSearch, searchStatements } from '../../server/src/place/search-places.ts';
import type { Bench } from '../harness/bench.ts';
import { median, milliseconds, type Verdict } from '../harness/verdict.ts';

const MOST_MS = 10;
const LETTERS = 8;
const TURNS = 5;
const SHOWN = 8;

const NAMES = [
  ...['brooklyn', 'maplewood', 'san francisco', 'new york', 'saint louis', 'santa barbara'],
  ...['berlin', 'springfield', 'xqzzywqk', 'el paso', 'los angeles', 'aaaaaaaa'],
];
const MISSPELLED = [
  ...['broklyn', 'brooklin', 'maplewod', 'sna francisco', 'nwe york', 'saitn louis', 'snata bar'],
  ...['belrin', 'springfeild', 'willamsburg', 'kreutzberg', 'los agneles'],
];

/** The database time for a place while it is typed: the slowest prefix counts. */
export async function measure(bench: Bench): Promise<Verdict[]> {
  const { pool } = await bench.small();
  return [
    await judge(pool, 'from 1 to 8 letters of a name', NAMES),
    await judge(pool, 'the same with a typing error', MISSPELLED),
  ];
}

async function judge(pool: Pool, kind: string, texts: string[]): Promise<Verdict> {
  const beginnings = new Set(
    texts.flatMap((text) => Array.from({ length: LETTERS }, (_, n) => text.slice(0, n + 1))),
  );
  const times: { text: string; ms: number }[] = [];
  for (const text of beginnings) {
    const turns = [];
    // The first turn brings pages into memory.
    for (let turn = 0; turn <= TURNS; turn++) turns.push(await timeInDatabase(pool, text));
    times.push({ text, ms: median(turns.slice(1)) });
  }
  const slowest = times.reduce((most, time) => (time.ms > most.ms ? time : most));
  return {
    promise: `Search of places: ${kind}`,
    measured: milliseconds(slowest.ms),
    limit: `“${slowest.text}” is the slowest of ${times.length}`,
    ratio: `≤ ${MOST_MS} ms`,
    kept: slowest.ms <= MOST_MS,
  };
}

/** The total of all statements of a search, timed by EXPLAIN ANALYZE. */
async function timeInDatabase(pool: Pool, text: string): Promise<number> {
  let ms = 0;
  for (const statement of searchStatements(readSearch(text), SHOWN)) {
    const { rows } = await pool.query(
      `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${statement.text}`,
      statement.values,
    );
    const [plan] = rows[0]['QUERY PLAN'] as { 'Execution Time': number; 'Planning Time': number }[];
    if (plan) ms += plan['Execution Time'] + plan['Planning Time'];
  }
  return ms;
}
