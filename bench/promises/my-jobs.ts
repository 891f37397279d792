import type { Pool } from 'pg';
import { encodeCursor } from '../../server/src/transport/cursor.ts';
import type { Bench } from '../harness/bench.ts';
import { requestOf } from '../harness/http-connection.ts';
import { judgeCall } from '../harness/judge-call.ts';
import { compare, timeAlone } from '../harness/load.ts';
import { type SignedIn, signIn, signInSome } from '../harness/sessions.ts';
import { atMost, median, milliseconds, type Verdict } from '../harness/verdict.ts';

const JOBS = 10_000;
const SHARE = 0.5;
const MOST = 1.5;
const TURNS = 5;

/**
 * My Jobs of an owner and of a sitter with 10,000 each: the rate, and the last page compared to
 * the first.
 */
export async function measure(bench: Bench): Promise<Verdict[]> {
  const { kindpal, limit, pool } = await bench.small();
  const { owner, sitter } = await fillMyJobs(pool);
  const verdicts: Verdict[] = [];
  for (const [as, { id, cookie }] of [
    ['owner', owner],
    ['sitter', sitter],
  ] as const) {
    const ours = requestOf(`GET /rest/v1/rpc/my_jobs?as=${as}&limit=20`, { cookie });
    const bare = requestOf(`GET /my-jobs-as-${as}/${id}`);
    const seen = await compare({
      ours: { port: kindpal.port, next: () => ours, status: 200 },
      bare: { port: limit.port, next: () => bare, status: 200 },
    });
    verdicts.push(...judgeCall(`My Jobs, as ${as} of 10,000`, seen, SHARE));
  }
  for (const [list, who, query, place] of [
    ['all, as an owner', owner, 'as=owner', lastOfOwner('created_at', 'true')],
    ['past, as an owner', owner, 'as=owner&state=past', lastOfOwner('start_date', PAST)],
    ['all, as a sitter', sitter, 'as=sitter', lastOfSitter('claimed_at', 'true')],
    ['past, as a sitter', sitter, 'as=sitter&state=past', lastOfSitter('ended_at', ENDED)],
  ] as const) {
    const page = (cursor: string) => {
      const path = `GET /rest/v1/rpc/my_jobs?${query}&limit=20${cursor}`;
      const request = requestOf(path, { cookie: who.cookie });
      return { port: kindpal.port, next: () => request, status: 200 };
    };
    const { rows } = await pool.query<{ created_at: string; id: string }>(place, [who.id]);
    if (!rows[0]) throw new Error('there is no last page');
    const [first, last] = [page(''), page(`&cursor=${encodeCursor(rows[0])}`)];
    const turns: { first: number; last: number }[] = [];
    for (let turn = 0; turn <= TURNS; turn++) {
      turns.push({ first: await timeAlone(first), last: await timeAlone(last) });
    }
    turns.shift();
    verdicts.push({
      promise: `The last page of My Jobs, ${list}, beside the first`,
      measured: milliseconds(median(turns.map((turn) => turn.last))),
      limit: `${milliseconds(median(turns.map((turn) => turn.first)))} for the first`,
      ...atMost(median(turns.map((turn) => turn.last / turn.first)), MOST),
    });
  }
  return verdicts;
}

const PAST = `status IN ('completed', 'cancelled')`;
const ENDED = 'ended_at IS NOT NULL';

/** The row before the last twenty of a list, as a cursor. */
const lastOf = (table: string, whose: string) => (at: string, where: string) =>
  `SELECT to_char(${at} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS created_at, id
   FROM ${table}
   WHERE ${whose} = $1 AND ${where} ORDER BY ${at}, id OFFSET 20 LIMIT 1`;
const lastOfOwner = lastOf('jobs', 'owner_id');
const lastOfSitter = lastOf('job_claims', 'sitter_id');

/** Gives one owner 10,000 jobs, nine of ten completed by one sitter, the others open. */
async function fillMyJobs(pool: Pool): Promise<{ owner: SignedIn; sitter: SignedIn }> {
  const [owner] = await signInSome(pool, 1, 'pet_owner');
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM users WHERE role = 'pet_sitter' AND id <> $1 ORDER BY id LIMIT 1`,
    [owner?.id],
  );
  const [sitter] = await signIn(pool, [rows[0]?.id ?? '']);
  await pool.query(
    `WITH posted AS (
       INSERT INTO jobs (owner_id, title, description, job_type, start_date, end_date, time_zone,
         total_amount, status, created_at, pet_name)
       SELECT $1, 'Round ' || n, 'Twice round the pond, and home before the rain.', 'dog_walking',
         moment, moment + interval '1 hour', 'America/New_York', 20,
         CASE WHEN n % 10 = 0 THEN 'open' ELSE 'completed' END, moment - interval '1 day', 'Pepper'
       FROM generate_series(1, $3::int) n,
         LATERAL (SELECT now() - interval '40 days' + n * interval '2 hours'
           + CASE WHEN n % 10 = 0 THEN interval '900 days' ELSE interval '-900 days' END AS moment) made
       RETURNING *)
     INSERT INTO job_claims (job_id, sitter_id, claimed_at, started_at, completed_at, confirmed_at,
       ended_at, end_reason, ended_by, start_date, end_date)
     SELECT id, $2, created_at, start_date, end_date, end_date, end_date, 'completed', $1,
       start_date, end_date
     FROM posted WHERE status = 'completed'`,
    [owner?.id, sitter?.id, JOBS],
  );
  await pool.query('ANALYZE jobs, job_claims');
  return { owner: owner as SignedIn, sitter: sitter as SignedIn };
}
