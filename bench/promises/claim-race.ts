import type { Pool } from 'pg';
import type { Bench } from '../harness/bench.ts';
import { HttpConnection, requestOf } from '../harness/http-connection.ts';
import { type SignedIn, signInSome } from '../harness/sessions.ts';
import { atLeast, median, perSecond, type Verdict } from '../harness/verdict.ts';

const SITTERS = 200;
const JOBS = 20;
/** Races that only warm up both servers; their responses count, their times do not. */
const WARM_UP = 40;

/**
 * 200 sitters claim the same job at once, for 20 jobs, alternating with the bare limit: first
 * jobs without requirements, then jobs with every requirement, which every sitter meets.
 */
export async function measure(bench: Bench): Promise<Verdict[]> {
  const { pool } = await bench.small();
  const sitters = await signInSome(pool, SITTERS);
  const plain = await race(bench, { sitters, jobs: await pickJobs(bench), what: 'Claim race' });
  const jobs = await pickJobs(bench);
  await requireEverything(pool, { sitters, jobs });
  return [
    ...plain,
    ...(await race(bench, { sitters, jobs, what: 'Claim race with requirements' })),
  ];
}

type Race = { sitters: SignedIn[]; jobs: string[]; what: string };

async function race(bench: Bench, { sitters, jobs, what }: Race): Promise<Verdict[]> {
  const { kindpal, limit, pool } = await bench.small();
  const ours = await openAll(kindpal.port);
  const bare = await openAll(limit.port);
  const rates: { ours: number; bare: number }[] = [];
  let wrong = '';
  for (const [turn, job_id] of jobs.entries()) {
    // A different sitter starts each time: a sitter can hold a limited number of jobs.
    const ourRace = await run(ours, (n) => {
      const { cookie } = sitters[(n + turn) % SITTERS] as SignedIn;
      return requestOf('POST /rest/v1/job_claims', { cookie, body: { job_id } });
    });
    const limitRace = await run(bare, () => requestOf('POST /claim', { body: { job_id } }));
    wrong ||= whatIsWrong(ourRace.answers);
    if (turn >= WARM_UP) rates.push({ ours: ourRace.rate, bare: limitRace.rate });
  }
  for (const connection of [...ours, ...bare]) connection.close();
  const { rows } = await pool.query<{ claims: number }>(
    'SELECT count(*)::int AS claims FROM job_claims WHERE job_id = ANY($1::uuid[])',
    [jobs],
  );
  if (rows[0]?.claims !== jobs.length)
    wrong ||= `${rows[0]?.claims} claims for ${jobs.length} jobs`;
  return [
    {
      promise: `${what}: ${SITTERS} sitters, ${JOBS} jobs in turn`,
      measured: perSecond(median(rates.map((rate) => rate.ours))),
      limit: perSecond(median(rates.map((rate) => rate.bare))),
      ...atLeast(median(rates.map((rate) => rate.ours / rate.bare)), 0.4),
    },
    {
      promise: `${what}: one winner each, the rest told so`,
      measured: wrong || 'always',
      limit: '',
      ratio: '',
      kept: wrong === '',
    },
  ];
}

async function pickJobs(bench: Bench): Promise<string[]> {
  const { pool } = await bench.small();
  // Different times: a sitter who wins two races must not be refused for a double booking.
  const { rows } = await pool.query<{ id: string }>(
    `SELECT min(id::text)::uuid AS id FROM jobs WHERE status = 'open'
     GROUP BY start_date HAVING count(*) = 1 ORDER BY 1 LIMIT $1`,
    [WARM_UP + JOBS],
  );
  const ids = rows.map(({ id }) => id);
  await pool.query('INSERT INTO limit_jobs SELECT * FROM jobs WHERE id = ANY($1::uuid[])', [ids]);
  return ids;
}

/**
 * Makes the jobs require a job finished together, a review, and being a favorite of their owner;
 * and makes every sitter meet all of these.
 */
async function requireEverything(
  pool: Pool,
  { sitters, jobs }: Pick<Race, 'sitters' | 'jobs'>,
): Promise<void> {
  const ids = sitters.map(({ id }) => id);
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM users WHERE role = 'pet_owner' AND suspended_at IS NULL AND id <> ALL ($1) LIMIT 1`,
    [ids],
  );
  const owner = rows[0]?.id;
  if (!owner) throw new Error('the bench has no owner for the jobs that require something');
  await pool.query(
    `WITH past AS (
       INSERT INTO jobs (owner_id, title, description, job_type, start_date, end_date, time_zone,
         total_amount, status)
       SELECT $1, 'Done before', sitter::text, 'dog_walking', now() - interval '3 days',
         now() - interval '2 days', 'UTC', 20, 'completed' FROM unnest($2::uuid[]) sitter
       RETURNING id, description::uuid AS sitter_id, start_date, end_date),
     done AS (
       INSERT INTO job_claims (job_id, sitter_id, claimed_at, completed_at, confirmed_at, ended_at,
         end_reason, start_date, end_date)
       SELECT id, sitter_id, start_date, end_date, end_date, end_date, 'completed', start_date, end_date
       FROM past RETURNING id, sitter_id)
     INSERT INTO member_favorites (member_id, favorite_id) SELECT $1, sitter_id FROM done`,
    [owner, ids],
  );
  await pool.query(
    `INSERT INTO reviews (claim_id, side, reviewer_id, reviewee_id, occasion, rating, would_repeat, facts,
       publish_at)
     SELECT claim.id, 'owner', $1, claim.sitter_id, 'completed', 5, true, '{}', now()
     FROM job_claims claim JOIN jobs job ON job.id = claim.job_id WHERE job.owner_id = $1 AND job.title = 'Done before'
       AND claim.sitter_id = ANY ($2) AND claim.end_reason = 'completed'`,
    [owner, ids],
  );
  await pool.query('UPDATE reviews SET published_at = now() WHERE reviewer_id = $1', [owner]);
  await pool.query(
    `UPDATE jobs SET owner_id = $1, requires_met_before = true, requires_reviews = 1,
       favorites_until = now() + interval '1 day' WHERE id = ANY ($2)`,
    [owner, jobs],
  );
}

function openAll(port: number): Promise<HttpConnection[]> {
  return Promise.all(Array.from({ length: SITTERS }, () => HttpConnection.open(port)));
}

async function run(connections: HttpConnection[], request: (n: number) => Buffer) {
  const requests = connections.map((_, n) => request(n));
  const began = performance.now();
  const answers = await Promise.all(
    connections.map((connection, n) => connection.send(requests[n] as Buffer)),
  );
  return { answers, rate: answers.length / ((performance.now() - began) / 1000) };
}

/** Whether exactly one has won, and everybody else got the contract's error. */
function whatIsWrong(answers: { status: number; body: Buffer }[]): string {
  const winners = answers.filter(({ status }) => status === 201).length;
  if (winners !== 1) return `${winners} winners`;
  const other = answers.find(
    ({ status, body }) =>
      status !== 201 && !(status === 409 && body.includes('"JOB_ALREADY_CLAIMED"')),
  );
  return other ? `answered ${other.status}: ${other.body.toString()}` : '';
}
