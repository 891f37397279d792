import { setTimeout as sleep } from 'node:timers/promises';
import { type Bench, PASSWORD } from '../harness/bench.ts';
import { requestOf } from '../harness/http-connection.ts';
import { load } from '../harness/load.ts';
import { residentMegabytes } from '../harness/processes.ts';
import { signInSome } from '../harness/sessions.ts';
import type { Verdict } from '../harness/verdict.ts';

const MEMBERS = 200;
const STORM_MS = 10_000;
const REST_MS = 60_000;
/** At most four hashes of 19 MiB are computed at once, on threads of some MB each. */
const MOST_MORE = 150;
const MOST_KEPT = 60;

/** How much memory 200 members who repeatedly sign in at once add to the process. */
export async function measure(bench: Bench): Promise<Verdict[]> {
  const { kindpal, pool } = await bench.small();
  const look = () => residentMegabytes(kindpal.pid) ?? Number.NaN;
  const logins = (await signInSome(pool, MEMBERS)).map(({ email }) =>
    requestOf('POST /auth/v1/token', {
      body: { grant_type: 'password', email, password: PASSWORD },
    }),
  );
  const before = look();
  let peak = before;
  const looking = setInterval(() => {
    peak = Math.max(peak, look());
  }, 20);
  const next = (n: number) => logins[n % logins.length] as Buffer;
  try {
    await load({ port: kindpal.port, next, status: 200 }, STORM_MS, MEMBERS);
  } finally {
    clearInterval(looking);
  }
  await sleep(REST_MS);
  const after = look();
  const megabytes = [before, peak, after].map((size) => Math.round(size)).join(', ');
  return [
    {
      promise: `Memory while ${MEMBERS} sign in at once: before, at most, a minute after`,
      measured: `${megabytes} MB`,
      limit: '',
      ratio: `(≤ ${MOST_MORE} more; ≤ ${MOST_KEPT} more)`,
      kept: peak - before <= MOST_MORE && after - before <= MOST_KEPT,
    },
  ];
}
