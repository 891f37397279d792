import type { Pool } from 'pg';
import { pathFrom } from '../../server/src/member/trust/trust-path.ts';
import type { Bench } from '../harness/bench.ts';
import { crowdId, fillCrowd } from '../harness/crowd.ts';
import { milliseconds, quantile, type Verdict } from '../harness/verdict.ts';

const PATH = pathFrom('$1::uuid');

const MOST_MS = 10;
const PAIRS = 500_000;
const HUBS = 40;
const KNOWN_TO_A_HUB = 5_000;
const SOUGHT = 400;

/** The database time of the trust path between two members: any two, and two who know thousands. */
export async function measure(bench: Bench): Promise<Verdict[]> {
  const { pool } = await bench.small();
  const members = await fillCrowd(pool);
  await fillPairs(pool, members);
  const anyTwo = Array.from({ length: SOUGHT }, (_, n) => [
    HUBS + 1 + ((n * 7919) % (members - HUBS)),
    HUBS + 1 + ((n * 104_729 + 13) % (members - HUBS)),
  ]);
  const crowded = Array.from({ length: HUBS * (HUBS - 1) }, (_, n) => [
    1 + Math.floor(n / (HUBS - 1)),
    1 + ((Math.floor(n / (HUBS - 1)) + 1 + (n % (HUBS - 1))) % HUBS),
  ]);
  const thousands = KNOWN_TO_A_HUB.toLocaleString('en-US');
  return [
    await judge(pool, 'any two members', anyTwo),
    await judge(pool, `two who know ${thousands} each`, crowded),
  ];
}

async function judge(pool: Pool, whose: string, pairs: number[][]): Promise<Verdict> {
  const { rows } = await pool.query<{ one: string; other: string }>(
    `SELECT ${crowdId('one')} AS one, ${crowdId('other')} AS other
     FROM unnest($1::int[], $2::int[]) pair (one, other)`,
    [pairs.map(([one]) => one), pairs.map(([, other]) => other)],
  );
  const client = await pool.connect();
  const times: number[] = [];
  let found = 0;
  try {
    // The first turn brings pages into memory.
    for (const turn of [0, 1]) {
      for (const { one, other } of rows) {
        const began = performance.now();
        const answer = await client.query({ name: 'path', text: PATH, values: [one, other] });
        if (turn === 0) continue;
        times.push(performance.now() - began);
        if (answer.rows[0]?.between) found++;
      }
    }
  } finally {
    client.release();
  }
  const slow = quantile(times, 0.95);
  return {
    promise: `The trust path of ${whose}, of 100,000 members and 500,000 pairs: p95`,
    measured: milliseconds(slow),
    limit: `${found} of ${times.length} found, the slowest in ${milliseconds(Math.max(...times))}`,
    ratio: `≤ ${MOST_MS} ms`,
    kept: slow <= MOST_MS,
  };
}

/** Random pairs; the first members know thousands each. */
async function fillPairs(pool: Pool, members: number): Promise<void> {
  await pool.query(
    `WITH drawn AS (
       SELECT 1 + floor(random() * $1)::int AS one, 1 + floor(random() * $1)::int AS other
       FROM generate_series(1, $2::int)
       UNION SELECT hub, 1 + floor(random() * $1)::int
       FROM generate_series(1, $3::int) hub, generate_series(1, $4::int))
     INSERT INTO acquaintances (member_id, other_id, since)
     SELECT pair.member_id, pair.other_id, now() - random() * interval '1000 days'
     FROM drawn CROSS JOIN LATERAL (VALUES (${crowdId('one')}, ${crowdId('other')}),
       (${crowdId('other')}, ${crowdId('one')})) pair (member_id, other_id)
     WHERE one <> other ON CONFLICT DO NOTHING`,
    [members, PAIRS - HUBS * KNOWN_TO_A_HUB, HUBS, KNOWN_TO_A_HUB],
  );
  await pool.query('VACUUM ANALYZE acquaintances');
}
