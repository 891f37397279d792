import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from '../harness/bench.ts';
import { openBusyChat } from '../harness/busy-chat.ts';
import { HttpConnection, requestOf } from '../harness/http-connection.ts';
import { type Listeners, openListeners } from '../harness/listeners.ts';
import { signInSome } from '../harness/sessions.ts';
import { atMost, median, milliseconds, quantile, type Verdict } from '../harness/verdict.ts';

const EVENTS = 40;
const PAUSE_MS = 250;
const TURNS = 3;
const MOST = 1.6;
const MOST_MS_AT_1000 = 150;

type Turn = { p50: number; p99: number };

/**
 * From posting a job until the last of 500 other streams has received it, compared to a bare
 * WebSocket broadcast after one prepared insert; then the same with 1,000.
 */
export async function measure(bench: Bench): Promise<Verdict[]> {
  const turns: { ours: Turn; bare: Turn }[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    turns.push({ ours: await timeKindpal(bench, 500), bare: await timeBare(bench, 500) });
  }
  const thousand = await timeKindpal(bench, 1_000);
  return [
    judge('p50', turns),
    judge('p99', turns),
    {
      promise: 'One event to 1,000 subscribers: p99',
      measured: milliseconds(thousand.p99),
      limit: '',
      ratio: `(≤ ${MOST_MS_AT_1000} ms)`,
      kept: thousand.p99 <= MOST_MS_AT_1000,
    },
  ];
}

function judge(which: keyof Turn, turns: { ours: Turn; bare: Turn }[]): Verdict {
  return {
    promise: `One event to 500 subscribers: ${which}`,
    measured: milliseconds(median(turns.map((turn) => turn.ours[which]))),
    limit: milliseconds(median(turns.map((turn) => turn.bare[which]))),
    ...atMost(median(turns.map((turn) => turn.ours[which] / turn.bare[which])), MOST),
  };
}

async function timeKindpal(bench: Bench, subscribers: number): Promise<Turn> {
  const { kindpal, pool } = await bench.small();
  const members = await signInMany(bench, subscribers);
  const [owner] = await signInSome(pool, 1, 'pet_owner');
  const listeners = await openListeners(
    kindpal.port,
    members.map((cookie) => requestOf('GET /realtime/v1', { cookie })),
    { ready: 'event: ready', mark: 'event: change' },
  );
  return timeEvents(listeners, kindpal.port, () =>
    requestOf('POST /rest/v1/jobs', { cookie: owner?.cookie, body: newJob() }),
  );
}

async function timeBare(bench: Bench, subscribers: number): Promise<Turn> {
  const { limit, pool } = await bench.small();
  const { job_id, claim_id, owner } = await openBusyChat(pool);
  const upgrade = Buffer.from(
    'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  const listeners = await openListeners(
    limit.port,
    Array.from({ length: subscribers }, () => upgrade),
    { ready: '\r\n\r\n', mark: '"table"' },
  );
  const body = { job_id, claim_id, sender_id: owner.id, content: 'A job was posted' };
  return timeEvents(listeners, limit.port, () =>
    requestOf('POST /broadcast', { body: { ...body, client_id: randomUUID() } }),
  );
}

async function timeEvents(
  listeners: Listeners,
  port: number,
  request: () => Buffer,
): Promise<Turn> {
  const publisher = await HttpConnection.open(port);
  const taken: number[] = [];
  try {
    for (let event = 0; event < EVENTS; event++) {
      await sleep(PAUSE_MS);
      taken.push(await listeners.timeEvent(() => publisher.send(request())));
    }
  } finally {
    publisher.close();
    listeners.close();
  }
  return { p50: quantile(taken, 0.5), p99: quantile(taken, 0.99) };
}

/** The seed makes 500 members for 10,000 jobs: a thousand streams need more. */
async function signInMany(bench: Bench, count: number): Promise<string[]> {
  const { pool } = await bench.small();
  await pool.query(
    `WITH made AS (
       INSERT INTO auth."user" (name, email)
       SELECT 'Listener', 'listener-' || gen_random_uuid() || '@seed.kindpal.example'
       FROM generate_series((SELECT count(*) FROM users WHERE role <> 'pet_owner') + 1, $1)
       RETURNING id)
     INSERT INTO users (id, first_name, role, active_role)
     SELECT id, 'Listener', 'pet_sitter', 'pet_sitter' FROM made`,
    [count],
  );
  return (await signInSome(pool, count)).map(({ cookie }) => cookie);
}

function newJob() {
  const start = Date.now() + 86_400_000;
  return {
    client_id: randomUUID(),
    title: 'A long walk for Biscuit',
    description: 'Two hours through the park, with a stop at the pond.',
    place_id: 5100854,
    address: '12 Elm Street',
    job_type: 'dog_walking',
    start_date: new Date(start).toISOString(),
    end_date: new Date(start + 7_200_000).toISOString(),
    time_zone: 'America/New_York',
    total_amount: 25,
    pet_details: { name: 'Biscuit', size: 'small' },
  };
}
