import type { Bench } from '../harness/bench.ts';
import { openBusyChat } from '../harness/busy-chat.ts';
import { requestOf } from '../harness/http-connection.ts';
import { judgeCall } from '../harness/judge-call.ts';
import { compare } from '../harness/load.ts';
import type { Verdict } from '../harness/verdict.ts';

/** Fifty messages of a job's chat, as a participant. */
export async function measure(bench: Bench): Promise<Verdict[]> {
  const { kindpal, limit, pool } = await bench.small();
  const { job_id, claim_id, owner } = await openBusyChat(pool);
  const ours = requestOf(`GET /rest/v1/messages?job_id=${job_id}`, { cookie: owner.cookie });
  const bare = requestOf(`GET /chat/${claim_id}`);
  const seen = await compare({
    ours: { port: kindpal.port, next: () => ours, status: 200 },
    bare: { port: limit.port, next: () => bare, status: 200 },
  });
  return judgeCall('50 messages, as a participant', seen, 0.55);
}
