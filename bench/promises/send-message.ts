import { randomUUID } from 'node:crypto';
import type { Bench } from '../harness/bench.ts';
import { openBusyChat } from '../harness/busy-chat.ts';
import { requestOf } from '../harness/http-connection.ts';
import { judgeCall } from '../harness/judge-call.ts';
import { compare } from '../harness/load.ts';
import type { Verdict } from '../harness/verdict.ts';

const content = 'On our way! Two minutes, and the lead is already on.';

/** Sending a message, compared to one prepared insert into the same table without our triggers. */
export async function measure(bench: Bench): Promise<Verdict[]> {
  const { kindpal, limit, pool } = await bench.small();
  const { job_id, claim_id, owner } = await openBusyChat(pool);
  const ours = () =>
    requestOf('POST /rest/v1/messages', {
      cookie: owner.cookie,
      body: { job_id, content, client_id: randomUUID() },
    });
  const bare = () =>
    requestOf('POST /messages', {
      body: { job_id, claim_id, sender_id: owner.id, content, client_id: randomUUID() },
    });
  const seen = await compare({
    ours: { port: kindpal.port, next: ours, status: 201 },
    bare: { port: limit.port, next: bare, status: 201 },
  });
  return judgeCall('Send a job message', seen, 0.6);
}
