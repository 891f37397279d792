import type { Bench } from '../harness/bench.ts';
import { requestOf } from '../harness/http-connection.ts';
import { judgeCall } from '../harness/judge-call.ts';
import { compare } from '../harness/load.ts';
import { signInSome } from '../harness/sessions.ts';
import type { Verdict } from '../harness/verdict.ts';

/** One job by its id, as a member. */
export async function measure(bench: Bench): Promise<Verdict[]> {
  const { kindpal, limit, pool } = await bench.small();
  const [member] = await signInSome(pool, 1);
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM jobs WHERE status = 'open' ORDER BY id LIMIT 500`,
  );
  const ours = rows.map(({ id }) =>
    requestOf(`GET /rest/v1/jobs/${id}`, { cookie: member?.cookie }),
  );
  const bare = rows.map(({ id }) => requestOf(`GET /jobs/${id}`));
  const seen = await compare({
    ours: { port: kindpal.port, next: (n) => ours[n % ours.length] as Buffer, status: 200 },
    bare: { port: limit.port, next: (n) => bare[n % bare.length] as Buffer, status: 200 },
  });
  return judgeCall('One job by its id', seen, 0.7);
}
