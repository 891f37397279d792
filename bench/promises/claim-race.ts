import type { Bench } from '../harness/bench.ts';
import { HttpConnection, requestOf } from '../harness/http-connection.ts';
import { type SignedIn, signInSome } from '../harness/sessions.ts';
import { atLeast, median, perSecond, type Verdict } from '../harness/verdict.ts';

const SITTERS = 200;
const JOBS = 20;
/** Races that only warm both servers up; their answers count, their times do not. */
const WARM_UP = 40;

/** 200 sitters claim the same job at once, 20 jobs in turn, alternating with the bare limit. */
export async function measure(bench: Bench): Promise<Verdict[]> {
  const { kindpal, limit, pool } = await bench.small();
  const sitters = await signInSome(pool, SITTERS);
  const jobs = await pickJobs(bench);
  const ours = await openAll(kindpal.port);
  const bare = await openAll(limit.port);
  const rates: { ours: number; bare: number }[] = [];
  let wrong = '';
  for (const [turn, job_id] of jobs.entries()) {
    // Somebody else is the first to ask each time: a sitter holds so many jobs, and then no more.
    const race = await run(ours, (n) => {
      const { cookie } = sitters[(n + turn) % SITTERS] as SignedIn;
      return requestOf('POST /rest/v1/job_claims', { cookie, body: { job_id } });
    });
    const limitRace = await run(bare, () => requestOf('POST /claim', { body: { job_id } }));
    wrong ||= whatIsWrong(race.answers);
    if (turn >= WARM_UP) rates.push({ ours: race.rate, bare: limitRace.rate });
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
      promise: `Claim race: ${SITTERS} sitters, ${JOBS} jobs in turn`,
      measured: perSecond(median(rates.map((rate) => rate.ours))),
      limit: perSecond(median(rates.map((rate) => rate.bare))),
      ...atLeast(median(rates.map((rate) => rate.ours / rate.bare)), 0.4),
    },
    {
      promise: 'Claim race: one winner each, the rest told so',
      measured: wrong || 'always',
      limit: '',
      ratio: '',
      kept: wrong === '',
    },
  ];
}

async function pickJobs(bench: Bench): Promise<string[]> {
  const { pool } = await bench.small();
  // Distinct times: a sitter who wins two races must not be refused for a double booking.
  const { rows } = await pool.query<{ id: string }>(
    `SELECT min(id::text)::uuid AS id FROM jobs WHERE status = 'open'
     GROUP BY start_date HAVING count(*) = 1 ORDER BY 1 LIMIT $1`,
    [WARM_UP + JOBS],
  );
  const ids = rows.map(({ id }) => id);
  await pool.query('INSERT INTO limit_jobs SELECT * FROM jobs WHERE id = ANY($1::uuid[])', [ids]);
  return ids;
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

/** Exactly one has won, and everybody else was told in the words of the contract. */
function whatIsWrong(answers: { status: number; body: Buffer }[]): string {
  const winners = answers.filter(({ status }) => status === 201).length;
  if (winners !== 1) return `${winners} winners`;
  const other = answers.find(
    ({ status, body }) =>
      status !== 201 && !(status === 409 && body.includes('"JOB_ALREADY_CLAIMED"')),
  );
  return other ? `answered ${other.status}: ${other.body.toString()}` : '';
}
