import type { Bench } from '../harness/bench.ts';
import { requestOf } from '../harness/http-connection.ts';
import { judgeCall } from '../harness/judge-call.ts';
import { compare } from '../harness/load.ts';
import { signInSome } from '../harness/sessions.ts';
import type { Verdict } from '../harness/verdict.ts';

/** The newest 20 open jobs, as a member and as a visitor. */
export async function measure(bench: Bench): Promise<Verdict[]> {
  const { kindpal, limit, pool } = await bench.small();
  const [member] = await signInSome(pool, 1);
  const bare = requestOf('GET /jobs');
  const compareAs = (cookie?: string) => {
    const ours = requestOf('GET /rest/v1/jobs?limit=20', { cookie });
    return compare({
      ours: { port: kindpal.port, next: () => ours, status: 200 },
      bare: { port: limit.port, next: () => bare, status: 200 },
    });
  };
  return [
    ...judgeCall('Newest 20 open jobs, as a member', await compareAs(member?.cookie), 0.9),
    ...judgeCall('Newest 20 open jobs, as a visitor', await compareAs(), 0.8),
  ];
}
