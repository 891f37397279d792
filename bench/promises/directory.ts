import type { Pool } from 'pg';
import { encodeKey } from '../../server/src/transport/cursor.ts';
import type { Bench } from '../harness/bench.ts';
import { fillCrowd } from '../harness/crowd.ts';
import { requestOf } from '../harness/http-connection.ts';
import { timeAlone } from '../harness/load.ts';
import { signInSome } from '../harness/sessions.ts';
import { atMost, median, milliseconds, type Verdict } from '../harness/verdict.ts';

const MOST = 1.5;
const TURNS = 5;

/** The directory by rating: the last page of 100,000 members costs as much as the first. */
export async function measure(bench: Bench): Promise<Verdict[]> {
  const { kindpal, pool } = await bench.small();
  await fillCrowd(pool);
  const [member] = await signInSome(pool, 1);
  const page = (query: string, cursor: string) => {
    const path = `GET /rest/v1/users?sort=rating&limit=18${query}${cursor && `&cursor=${cursor}`}`;
    const request = requestOf(path, { cookie: member?.cookie });
    return { port: kindpal.port, next: () => request, status: 200 };
  };
  const verdicts: Verdict[] = [];
  for (const [title, query, where] of [
    ['all by rating', '', 'true'],
    ['those with 4 stars and up', '&min_rating=4', 'rating_average >= 4'],
  ] as const) {
    const [first, last] = [page(query, ''), page(query, await lastCursor(pool, where))];
    const turns: { first: number; last: number }[] = [];
    for (let turn = 0; turn <= TURNS; turn++) {
      turns.push({ first: await timeAlone(first), last: await timeAlone(last) });
    }
    turns.shift();
    verdicts.push({
      promise: `The last page of the directory, ${title}, among 100,000 members, beside the first`,
      measured: milliseconds(median(turns.map((turn) => turn.last))),
      limit: `${milliseconds(median(turns.map((turn) => turn.first)))} for the first`,
      ...atMost(median(turns.map((turn) => turn.last / turn.first)), MOST),
    });
  }
  return verdicts;
}

/** The cursor before the last eighteen rows of a list by rating. */
async function lastCursor(pool: Pool, where: string): Promise<string> {
  const { rows } = await pool.query<{ average: number; count: number; id: string }>(
    `SELECT rating_average::float8 AS average, rating_count AS count, member_id AS id FROM ratings
     WHERE is_listed AND ${where}
     ORDER BY rating_average, rating_count, member_id OFFSET 18 LIMIT 1`,
  );
  if (!rows[0]) throw new Error('there is no last page');
  return encodeKey([rows[0].average, rows[0].count, rows[0].id]);
}
