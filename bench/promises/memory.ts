import type { Bench } from '../harness/bench.ts';
import { requestOf } from '../harness/http-connection.ts';
import { load } from '../harness/load.ts';
import { residentMegabytes } from '../harness/processes.ts';
import { signInSome } from '../harness/sessions.ts';
import type { Verdict } from '../harness/verdict.ts';

const MOST = 220;

/** The memory of Kindpal's process right after load, the maximum of five samples. */
export async function measure(bench: Bench): Promise<Verdict[]> {
  const { kindpal, pool } = await bench.small();
  const [member] = await signInSome(pool, 1);
  const list = requestOf('GET /rest/v1/jobs?limit=50', { cookie: member?.cookie });
  let most = 0;
  for (let look = 0; look < 5; look++) {
    await load({ port: kindpal.port, next: () => list, status: 200 }, 1_500);
    most = Math.max(most, residentMegabytes(kindpal.pid) ?? Number.NaN);
  }
  return [
    {
      promise: 'Resident memory under load',
      measured: `${Math.round(most)} MB`,
      limit: '',
      ratio: `(≤ ${MOST} MB)`,
      kept: most <= MOST,
    },
  ];
}
