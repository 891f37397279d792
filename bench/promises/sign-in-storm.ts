import { type Bench, PASSWORD } from '../harness/bench.ts';
import { requestOf } from '../harness/http-connection.ts';
import { load, type Target, warmUp } from '../harness/load.ts';
import { signInSome } from '../harness/sessions.ts';
import { atMost, median, milliseconds, perSecond, type Verdict } from '../harness/verdict.ts';

const CLIENTS = 16;
const TURNS = 9;
const TURN_MS = 1_500;
const WARM_UP_MS = 3_000;

/** The p99 of a cheap read while 16 clients sign in without pause, compared to its p99 alone. */
export async function measure(bench: Bench): Promise<Verdict[]> {
  const { kindpal, pool } = await bench.small();
  const members = await signInSome(pool, CLIENTS);
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM jobs WHERE status = 'open' ORDER BY id LIMIT 1`,
  );
  const request = requestOf(`GET /rest/v1/jobs/${rows[0]?.id}`, { cookie: members[0]?.cookie });
  const read: Target = { port: kindpal.port, next: () => request, status: 200 };
  const logins = members.map(({ email }) =>
    requestOf('POST /auth/v1/token', {
      body: { grant_type: 'password', email, password: PASSWORD },
    }),
  );
  const signing: Target = {
    port: kindpal.port,
    next: (n) => logins[n % logins.length] as Buffer,
    status: 200,
  };
  await warmUp(read);
  await load(signing, WARM_UP_MS, CLIENTS);
  const turns: { alone: number; meanwhile: number; signIns: number }[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    const alone = await load(read, TURN_MS);
    const [meanwhile, signIns] = await Promise.all([
      load(read, TURN_MS),
      load(signing, TURN_MS, CLIENTS),
    ]);
    turns.push({ alone: alone.p99, meanwhile: meanwhile.p99, signIns: signIns.rate });
  }
  const signIns = median(turns.map((turn) => turn.signIns));
  return [
    {
      promise: `A cheap read's p99 while ${CLIENTS} clients sign in (${perSecond(signIns)})`,
      measured: milliseconds(median(turns.map((turn) => turn.meanwhile))),
      limit: `${milliseconds(median(turns.map((turn) => turn.alone)))} alone`,
      ...atMost(median(turns.map((turn) => turn.meanwhile / turn.alone)), 2),
    },
  ];
}
