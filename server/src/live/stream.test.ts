import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../db/client.ts';
import { createClaim, createJob, createMember, type TestMember } from '../testing/factories.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { getHead } from './event-log.ts';
import { EXPIRY_MS, type LiveHub, startLiveHub } from './live-hub.ts';
import { pruneChangeEvents } from './prune-change-events.ts';
import { openPosition, sealPosition } from './sealed-position.ts';

let kindpal: TestKindpal;
let server: TestServer;

beforeAll(async () => {
  kindpal = await startTestKindpal();
  server = await startTestServer(kindpal);
});
afterAll(async () => {
  await server.close();
  await kindpal.stop();
});

type Event = { event: string; id: string; data: Record<string, unknown> };

/** An open stream, read as a browser's EventSource does. */
async function listen(who: TestMember | null, lastEventId?: string, query = '') {
  const abort = new AbortController();
  const response = await server.fetch(`/realtime/v1${query}`, {
    as: who,
    signal: abort.signal,
    headers: lastEventId ? { 'last-event-id': lastEventId } : {},
  });
  const received: Event[] = [];
  let wake = () => {};
  let ended = false;
  const read = async () => {
    let text = '';
    try {
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += chunk;
        const frames = text.split('\n\n');
        text = frames.pop() ?? '';
        for (const frame of frames) {
          const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1] ?? '';
          if (field('event'))
            received.push({
              event: field('event'),
              id: field('id'),
              data: JSON.parse(field('data')),
            });
        }
        wake();
      }
    } catch {
      // The test closed it.
    }
    ended = true;
    wake();
  };
  const reading = read();
  const until = async (done: () => boolean) => {
    const deadline = Date.now() + 5_000;
    while (!done()) {
      if (Date.now() > deadline)
        throw new Error(`not received in time; received ${JSON.stringify(received)}`);
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, 50);
      });
    }
  };
  await until(() => received.some((one) => one.event === 'ready'));
  const changes = () => received.filter((one) => one.event === 'change');
  return { received, changes, until, hasEnded: () => ended, close: () => abort.abort(), reading };
}

async function placeNow(): Promise<string> {
  return sealNow(await getHead(kindpal.services.db));
}

/** The position of a row's last event; `placeNow` may lie before it while another test writes. */
async function placeOf(rowId: string): Promise<string> {
  const { db } = kindpal.services;
  const { history } = await getHead(db);
  const { rows } = await db.pool.query<{ tx: string; id: string; at: string }>(
    `SELECT tx::text, id, (extract(epoch FROM created_at) * 1000000)::bigint AS at
     FROM change_events WHERE row_id = $1 ORDER BY change_events.tx DESC, id DESC LIMIT 1`,
    [rowId],
  );
  const [last] = rows;
  return sealNow({
    tx: BigInt(last?.tx ?? 0),
    id: Number(last?.id),
    at: Number(last?.at),
    history,
  });
}

/** A position that this database has not reached. */
async function farAhead(): Promise<string> {
  const head = await getHead(kindpal.services.db);
  return sealNow({ ...head, tx: head.tx + 100_000n });
}

/** A position as it is sent now. */
function sealNow({ history, ...position }: Awaited<ReturnType<typeof getHead>>): string {
  const { secret, clock } = kindpal.services;
  return sealPosition(secret, history, { position, sentAt: clock.now().getTime() });
}

/** A position of the database before it was restored from a backup. */
async function restoredBefore(): Promise<string> {
  return sealNow({ ...(await getHead(kindpal.services.db)), history: 'b00c' });
}

/** A position as earlier releases sent it. */
async function plainPlace(): Promise<string> {
  const { tx, id, history } = await getHead(kindpal.services.db);
  return `${history}.${tx}-${id}`;
}

/** A hub of another node on the same database. */
function startHub(db: Database): Promise<LiveHub> {
  const { log, secret, clock } = kindpal.services;
  const databaseUrl = db.pool.options.connectionString as string;
  return startLiveHub({ db, databaseUrl, log, secret, now: clock.now });
}

/** Ends the listening connections, as a restore does; they reconnect. */
const loseListeners = () =>
  kindpal.services.db.pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'kindpal-live' AND datname = current_database()`);

/** A failover to a standby that lacks the events of a job, and of all that followed. */
const LOSE = `DELETE FROM change_events WHERE id >= (
  SELECT min(id) FROM change_events WHERE row_id = $1)`;

/** The same, after which other events were written with the same numbers. */
const REPLACE = `UPDATE change_events SET row_id = gen_random_uuid(), created_at = clock_timestamp()
  WHERE id >= (SELECT min(id) FROM change_events WHERE row_id = $1) RETURNING row_id`;

const quiet = () => new Promise((resolve) => setTimeout(resolve, 150));

/** Runs a statement with one value while a stream that asks for missed events is opened. */
function whileOpening(text: string, value: string) {
  const { db, live } = kindpal.services;
  const { jsonRows } = db;
  return vi.spyOn(db, 'jsonRows').mockImplementation(async (statement) => {
    if (statement.text.includes('FROM change_events')) {
      await db.pool.query(text, [value]);
      live.wake();
      await quiet();
    }
    return jsonRows(statement);
  });
}

/** Writes what only staff receive, and then what everybody does; whether both came. */
async function hearsStaff(stream: Awaited<ReturnType<typeof listen>>): Promise<boolean> {
  const { db, live } = kindpal.services;
  const { rows } = await db.pool.query(
    `INSERT INTO feedback (email, message) VALUES ('a@example.org', 'Only staff hear of this')
     RETURNING id`,
  );
  const { id } = await createJob(db);
  live.wake();
  await stream.until(() => stream.changes().some(({ data }) => data.id === id));
  return stream.changes().some(({ data }) => data.id === rows[0].id);
}

/**
 * Waits until everything written so far was sent, and returns the position after it. Another test
 * file's transaction, in another database of the same server, can delay that.
 */
async function untilAllSent(): Promise<string> {
  const stream = await listen(null);
  const mark = await createJob(kindpal.services.db);
  kindpal.services.live.wake();
  const ofMark = () => stream.changes().find((one) => one.data.id === mark.id);
  await stream.until(() => ofMark() !== undefined);
  stream.close();
  return ofMark()?.id as string;
}

describe('live events [X4]', () => {
  it('start with their member, so that a page learns of an ended session [U7]', async () => {
    const member = await createMember(kindpal.services.db);
    for (const who of [member, null]) {
      const stream = await listen(who);
      const ready = stream.received.find((one) => one.event === 'ready');
      expect(ready?.data).toEqual({ member_id: who?.id ?? null });
      stream.close();
    }
  });

  it('have the same bytes for everybody, without chunking', async () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    let text = '';
    socket.on('data', (piece) => {
      text += piece;
    });
    socket.write('GET /realtime/v1 HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await vi.waitUntil(() => text.includes('event: ready'));
    const head = text.split('\r\n\r\n')[0]?.toLowerCase();
    expect(head).toContain('connection: close');
    expect(head).not.toContain('transfer-encoding');
    text = '';
    const { id } = await createJob(kindpal.services.db);
    kindpal.services.live.wake();
    await vi.waitUntil(() => text.includes(id));
    expect(text).toMatch(/^event: change\nid: [^\n]+\ndata: \{[^\n]+\}\n\n/);
    socket.destroy();
  });

  it('end for somebody who does not read them, instead of filling the memory', async () => {
    const { live } = kindpal.services;
    const subscribing = vi.spyOn(live, 'subscribe');
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    let text = '';
    socket.on('data', (piece) => {
      text += piece;
    });
    socket.write('GET /realtime/v1 HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await vi.waitUntil(() => text.includes('event: ready'));
    socket.pause();
    const [subscriber] = subscribing.mock.lastCall ?? expect.fail();
    subscribing.mockRestore();
    const open = live.size();
    const { tx, ...head } = live.position();
    // More than the buffers of the two sockets.
    const frame = Buffer.alloc(1024 * 1024);
    for (let n = 1n; n <= 32n; n += 1n) subscriber.send(frame, { ...head, tx: tx + n });
    await vi.waitUntil(() => live.size() === open - 1, 5_000);
    socket.destroy();
  });

  it('tell everybody, including visitors, that a job was posted and that it is gone', async () => {
    const { db, live } = kindpal.services;
    const [visitor, member] = [await listen(null), await listen(await createMember(db))];
    const sitter = await createMember(db, { role: 'pet_sitter' });
    const job = await createJob(db);
    live.wake();
    await kindpal.callerFor(sitter).claim.create({ job_id: job.id });
    live.wake();
    for (const stream of [visitor, member]) {
      await stream.until(() => stream.changes().some((one) => one.data.op === 'delete'));
      const jobs = stream.changes().filter((one) => one.data.table === 'jobs');
      expect(jobs.map((one) => one.data)).toEqual([
        { table: 'jobs', op: 'insert', id: job.id, job_id: job.id },
        { table: 'jobs', op: 'delete', id: job.id, job_id: job.id },
      ]);
      stream.close();
    }
  });

  it('tell only participants and staff about a claimed job, and a former sitter that it was cancelled [J9]', async () => {
    const { db, live } = kindpal.services;
    const owner = await createMember(db);
    const [sitter, former] = [
      await createMember(db, { role: 'pet_sitter' }),
      await createMember(db, { role: 'pet_sitter' }),
    ];
    const staff = await createMember(db, { app_role: 'admin' });
    const job = await createJob(db, { owner_id: owner.id });
    await kindpal.callerFor(former).claim.create({ job_id: job.id });
    await kindpal.callerFor(former).job.move({ job_id: job.id, action: 'release' });
    await kindpal.callerFor(sitter).claim.create({ job_id: job.id });
    const since = await untilAllSent();
    const inside = [await listen(owner), await listen(sitter), await listen(staff)];
    const before = await listen(former);
    const outside = [await listen(null), await listen(await createMember(db))];
    kindpal.setNow(job.start_date);
    const move = (who: TestMember, action: 'start' | 'complete' | 'dispute' | 'cancel') =>
      kindpal.callerFor(who).job.move({ job_id: job.id, action });
    await move(sitter, 'start');
    await move(sitter, 'complete');
    await move(owner, 'dispute');
    await move(owner, 'cancel');
    kindpal.setNow(null);
    const mark = await createJob(db);
    live.wake();
    const replayed = await listen(null, since);
    for (const stream of [...inside, before, ...outside, replayed]) {
      await stream.until(() => stream.changes().some((one) => one.data.id === mark.id));
      const ofJob = stream
        .changes()
        .filter(({ data }) => data.table === 'jobs' && data.id === job.id);
      const received = inside.includes(stream) ? 4 : stream === before ? 1 : 0;
      expect(ofJob.map((one) => one.data.op)).toEqual(Array(received).fill('update'));
      expect(stream.changes().some((one) => one.data.table === 'job_claims')).toBe(
        received === 4 && stream !== inside[2],
      );
      stream.close();
    }
  });

  it('report a reopened job as posted, and a cancelled, expired or taken-down one as gone [J6]', async () => {
    const { db, live } = kindpal.services;
    const owner = await createMember(db);
    const visitor = await listen(null);
    const { job } = await createClaim(db, { job: await createJob(db, { owner_id: owner.id }) });
    await kindpal.callerFor(owner).job.move({ job_id: job.id, action: 'release' });
    await db.pool.query(`UPDATE jobs SET pet_name = 'Miso' WHERE id = $1`, [job.id]);
    await kindpal.callerFor(owner).job.move({ job_id: job.id, action: 'cancel' });
    const held = await createJob(db, { status: 'cancelled' });
    await db.pool.query('DELETE FROM jobs WHERE id = $1', [held.id]);
    const gone = await createJob(db);
    await db.pool.query('DELETE FROM jobs WHERE id = $1', [gone.id]);
    live.wake();
    const received = () => visitor.changes().map((one) => [one.data.id, one.data.op]);
    await visitor.until(() => received().some(([id, op]) => id === gone.id && op === 'delete'));
    expect(received().filter(([id]) => id === job.id)).toEqual([
      [job.id, 'insert'],
      [job.id, 'delete'],
      [job.id, 'insert'],
      [job.id, 'update'],
      [job.id, 'delete'],
    ]);
    expect(received().filter(([id]) => id === held.id)).toEqual([]);
    visitor.close();
  });

  it('replay one minute for a visitor, and a day for a member', async () => {
    const { db } = kindpal.services;
    const member = await createMember(db);
    const since = await placeNow();
    const job = await createJob(db);
    await untilAllSent();
    const soon = await listen(null, since);
    expect(soon.changes().map((one) => one.data.id)).toContain(job.id);
    kindpal.setNow(new Date(Date.now() + 2 * 60_000));
    const late = await listen(null, since);
    expect(late.received.map((one) => one.event)).toEqual(['reset', 'ready']);
    const theirs = await listen(member, since);
    expect(theirs.changes().map((one) => one.data.id)).toContain(job.id);
    kindpal.setNow(new Date(Date.now() + 25 * 3_600_000));
    const tooLate = await listen(null, since);
    expect(tooLate.received.map((one) => one.event)).toEqual(['reset', 'ready']);
    kindpal.setNow(null);
    for (const stream of [soon, late, theirs, tooLate]) stream.close();
  });

  it('do not tell a visitor who comes back whether something happened that they may not hear', async () => {
    const { db, live } = kindpal.services;
    const answers: string[][] = [];
    for (const isBusy of [true, false]) {
      kindpal.setNow(null);
      const since = await placeNow();
      if (isBusy) {
        await db.pool.query(`INSERT INTO change_events (table_name, op, row_id, audience, created_at)
          SELECT 'messages', 'insert', gen_random_uuid(), ARRAY[gen_random_uuid()], now() - interval '2 minutes'`);
        live.wake();
        await quiet();
      }
      for (const minutes of [0, 2]) {
        kindpal.setNow(new Date(Date.now() + minutes * 60_000));
        const stream = await listen(null, since);
        answers.push(stream.received.map(({ event, id }) => `${event} ${id.length}`));
        stream.close();
      }
    }
    kindpal.setNow(null);
    expect(answers.slice(0, 2)).toEqual(answers.slice(2));
  });

  it('have positions that cannot be read or compared, also in a keep-alive', async () => {
    const { secret, live } = kindpal.services;
    const [one, other] = [await listen(null), await listen(null)];
    const ids = [one, other].map(({ received }) => String(received[0]?.id));
    expect(ids[0]).not.toBe(ids[1]);
    const [first, second] = ids.map((id) => openPosition(secret, live.history(), id)?.position);
    expect(first).toBeDefined();
    expect(Number((second?.tx ?? 0n) - (first?.tx ?? 0n))).toBeGreaterThanOrEqual(0);
    for (const id of ids) expect(id).toMatch(/^[\w-]{112}$/);
    for (const stream of [one, other]) stream.close();
  });

  it('tell only owner and sitter of a claim and of its messages, never the text', async () => {
    const { db, live } = kindpal.services;
    const owner = await createMember(db);
    const { job } = await createClaim(db, {
      job: await createJob(db, { owner_id: owner.id }),
    });
    const stranger = await createMember(db, { role: 'pet_sitter', app_role: 'super_admin' });
    const [hears, outside] = [await listen(owner), await listen(stranger)];
    await kindpal
      .callerFor(owner)
      .chat.sendJobMessage({ job_id: job.id, content: 'secret', client_id: randomUUID() });
    await kindpal.callerFor(owner).job.move({ job_id: job.id, action: 'release' });
    live.wake();
    const told = () => hears.changes().map((one) => one.data.table);
    await hears.until(() => told().includes('job_claims') && told().includes('messages'));
    expect(JSON.stringify(hears.received)).not.toContain('secret');
    await quiet();
    expect(outside.changes().map((one) => one.data.table)).not.toContain('messages');
    expect(outside.changes().map((one) => one.data.table)).not.toContain('job_claims');
    hears.close();
    outside.close();
  });

  it('tell the two participants of a message, and nobody else, including staff', async () => {
    const { db, live } = kindpal.services;
    const [one, other] = [await createMember(db), await createMember(db)];
    const stranger = await createMember(db, { app_role: 'super_admin' });
    const [first, second] = [await listen(one), await listen(other)];
    const outside = [await listen(stranger), await listen(null)];
    const { id, conversation_id } = await kindpal.callerFor(one).chat.sendDirectMessage({
      member_id: other.id,
      content: 'secret',
      client_id: randomUUID(),
    });
    live.wake();
    for (const stream of [first, second]) {
      const said = () => stream.changes().filter((one) => one.data.conversation_id);
      await stream.until(() => said().length > 0);
      expect(said().map((change) => change.data)).toEqual([
        { table: 'conversation_messages', op: 'insert', id, conversation_id },
      ]);
      expect(JSON.stringify(stream.received)).not.toContain('secret');
      stream.close();
    }
    await quiet();
    for (const stream of outside) {
      expect(JSON.stringify(stream.changes())).not.toContain(conversation_id);
      stream.close();
    }
  });

  it('replay what was missed while away, once and in order', async () => {
    const { db, live } = kindpal.services;
    const first = await listen(null);
    const before = await createJob(db);
    live.wake();
    const ofJob = () => first.changes().find((one) => one.data.id === before.id);
    await first.until(() => ofJob() !== undefined);
    const lastHeard = ofJob()?.id as string;
    first.close();
    const missed = [await createJob(db), await createJob(db), await createJob(db)];
    live.wake();
    await quiet();
    const second = await listen(null, lastHeard);
    const told = () => second.changes().map((one) => one.data.id);
    await second.until(() => told().includes(missed[2]?.id));
    const after = await createJob(db);
    live.wake();
    await second.until(() => told().includes(after.id));
    await quiet();
    expect(told()).toEqual([...missed, after].map((job) => job.id));
    second.close();
  });

  it('send again nothing that another node had sent and this one has not read yet [X4]', async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      const sent = await createJob(kindpal.services.db);
      const stream = await listen(null, await placeOf(sent.id));
      const told = () => stream.changes().map((one) => one.data.id);
      const after = await createJob(kindpal.services.db);
      kindpal.services.live.wake();
      await stream.until(() => told().includes(after.id));
      expect(told()).not.toContain(sent.id);
      stream.close();
    }
  });

  it('keep their place while quiet, though another node had sent more than this one has read [X4]', async () => {
    const { db, live, secret } = kindpal.services;
    const behind = live.position();
    const sent = await placeOf((await createJob(db)).id);
    vi.spyOn(live, 'position').mockReturnValue(behind);
    const { subscribe } = live;
    vi.spyOn(live, 'subscribe').mockImplementationOnce((subscriber) => ({
      ...subscribe(subscriber),
      position: behind,
    }));
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const abort = new AbortController();
    const { body } = await server.fetch('/realtime/v1', {
      signal: abort.signal,
      headers: { 'last-event-id': sent },
    });
    const frames = body?.pipeThrough(new TextDecoderStream()).getReader();
    const positions: unknown[] = [];
    while (positions.length < 2) {
      const { value = '' } = (await frames?.read()) ?? {};
      for (const [, id = ''] of value.matchAll(/^id: (.*)$/gm)) {
        positions.push(openPosition(secret, live.history(), id)?.position);
      }
      await vi.advanceTimersByTimeAsync(25_000);
    }
    vi.useRealTimers();
    vi.restoreAllMocks();
    const place = openPosition(secret, live.history(), sent)?.position;
    expect(positions.slice(0, 2)).toEqual([place, place]);
    abort.abort();
  });

  it('replay for a page what happened while it was loading', async () => {
    const { db } = kindpal.services;
    const job = await createJob(db);
    await untilAllSent();
    const page = await listen(null, undefined, '?seconds=3');
    expect(page.changes().filter((one) => one.data.id === job.id)).toHaveLength(1);
    page.close();
    const plain = await listen(null);
    expect(plain.changes().map((one) => one.data.id)).not.toContain(job.id);
    plain.close();
  });

  it('replay nothing for a page that claims to have been loading for a day', async () => {
    const { db } = kindpal.services;
    const job = await createJob(db);
    await untilAllSent();
    await db.pool.query(
      `UPDATE change_events SET created_at = now() - interval '2 minutes' WHERE row_id = $1`,
      [job.id],
    );
    for (const who of [null, await createMember(db)]) {
      const page = await listen(who, undefined, '?seconds=86400');
      expect(page.changes().map((one) => one.data.id)).not.toContain(job.id);
      page.close();
    }
  });

  it('tell a page that was loading of a write that began before its stream and commits later [X4]', async () => {
    const slow = await createJob(kindpal.services.db);
    await untilAllSent();
    // Nothing else has happened in the seconds that the page asks for.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const writer = new pg.Client({ connectionString: kindpal.ownerUrl });
    await writer.connect();
    await writer.query('BEGIN');
    await writer.query(`UPDATE jobs SET pet_name = 'Later' WHERE id = '${slow.id}'`);
    const fast = await createJob(kindpal.services.db);
    const page = await listen(null, undefined, '?seconds=1');
    await writer.query('COMMIT');
    await writer.end();
    kindpal.services.live.wake();
    const told = () => page.changes().map((one) => one.data.id);
    await page.until(() => told().includes(fast.id) && told().includes(slow.id));
    page.close();
  });

  it('lose and duplicate nothing while many write and a stream reconnects', async () => {
    const { db, live } = kindpal.services;
    let stream = await listen(null);
    const seen: string[] = [];
    const written: string[] = [];
    const writers = Array.from({ length: 4 }, async () => {
      for (let i = 0; i < 15; i++) {
        written.push((await createJob(db)).id);
        live.wake();
      }
    });
    for (let i = 0; i < 5; i++) {
      await new Promise((resolve) => setTimeout(resolve, 40));
      const last = stream.received.at(-1)?.id;
      stream.close();
      seen.push(...stream.changes().map((one) => one.data.id as string));
      stream = await listen(null, last);
    }
    await Promise.all(writers);
    await stream.until(() => {
      const told = new Set([...seen, ...stream.changes().map((one) => one.data.id)]);
      return written.every((id) => told.has(id));
    });
    await quiet();
    seen.push(...stream.changes().map((one) => one.data.id as string));
    stream.close();
    // Other tests write to the same server, and an earlier test's last event may come late.
    const received = seen.filter((id) => written.includes(id));
    expect(received).toHaveLength(60);
    expect(new Set(received)).toEqual(new Set(written));
  });

  it('wait for a transaction that began earlier and ends later', async () => {
    const { db, live } = kindpal.services;
    const stream = await listen(null);
    const client = await db.pool.connect();
    await client.query('BEGIN');
    const slow = await client.query<{ id: string }>(
      `UPDATE jobs SET pet_name = reverse(pet_name) WHERE id = (SELECT id FROM jobs WHERE status = 'open' LIMIT 1) RETURNING id`,
    );
    const fast = await createJob(db);
    live.wake();
    await quiet();
    expect(stream.changes().map((one) => one.data.id)).not.toContain(fast.id);
    await client.query('COMMIT');
    client.release();
    live.wake();
    await stream.until(() => stream.changes().some((one) => one.data.id === fast.id));
    expect(stream.changes().map((one) => one.data.id)).toEqual([slow.rows[0]?.id, fast.id]);
    stream.close();
  });

  it('wait for it in a replay too, when the database has lost the last of what was sent', async () => {
    const { db, live } = kindpal.services;
    const slow = await createJob(db);
    const since = await untilAllSent();
    // As after the switch to a standby, until this node has connected to it.
    const { tx, id, at } = await getHead(db);
    const { subscribe } = live;
    vi.spyOn(live, 'subscribe').mockImplementationOnce((subscriber) => ({
      ...subscribe(subscriber),
      position: { tx: tx + 100_000n, id, at },
    }));
    const client = await db.pool.connect();
    await client.query('BEGIN');
    await client.query('UPDATE jobs SET pet_name = reverse(pet_name) WHERE id = $1', [slow.id]);
    const fast = await createJob(db);
    const stream = await listen(null, since);
    await client.query('COMMIT');
    client.release();
    live.wake();
    await stream.until(() => stream.changes().length > 1);
    expect(stream.changes().map((one) => one.data.id)).toEqual([slow.id, fast.id]);
    stream.close();
  });

  it('end at once, here and on another node, when staff suspend their member [S4]', async () => {
    const { db } = kindpal.services;
    const [admin, member] = [await createMember(db, { app_role: 'admin' }), await createMember(db)];
    const hub = await startHub(db);
    let endedThere = false;
    hub.subscribe({
      memberId: member.id,
      sessionId: member.session_id,
      isStaff: false,
      send: () => {},
      end: () => {
        endedThere = true;
      },
    });
    const stream = await listen(member);
    const given = { member_id: member.id, ends_at: null, reason: 'They asked for a deposit.' };
    await kindpal.callerFor(admin).moderation.suspend(given);
    await stream.until(() => stream.hasEnded() && endedThere);
    await hub.stop();
  });

  it('end with their session', async () => {
    const { db, live } = kindpal.services;
    const member = await createMember(db);
    const stream = await listen(member);
    await db.pool.query('DELETE FROM auth.session WHERE id = $1', [member.session_id]);
    live.wake();
    await stream.until(stream.hasEnded);
    expect(stream.changes().at(-1)?.data).toMatchObject({ table: 'sessions', op: 'delete' });
  });

  it('end with a session that nobody ends: its time is over [U6]', async () => {
    const { db } = kindpal.services;
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const hub = await startHub(db);
    const ended: string[] = [];
    for (const session of ['over', 'lasting', null] as const) {
      const member = session && (await createMember(db));
      hub.subscribe({
        memberId: member?.id ?? null,
        sessionId: member?.session_id ?? null,
        isStaff: false,
        send: () => {},
        end: () => ended.push(session ?? 'visitor'),
      });
      if (session !== 'over') continue;
      await db.pool.query('UPDATE auth.session SET expires_at = now() WHERE id = $1', [
        member?.session_id,
      ]);
    }
    await vi.advanceTimersByTimeAsync(EXPIRY_MS);
    vi.useRealTimers();
    await vi.waitUntil(() => ended.length > 0, 5_000);
    expect(ended).toEqual(['over']);
    await hub.stop();
  });

  it('end before they begin if their session ended while they were opened [U6]', async () => {
    const member = await createMember(kindpal.services.db);
    const opening = whileOpening('DELETE FROM auth.session WHERE id = $1', member.session_id);
    const signal = AbortSignal.timeout(4_000);
    const response = await server.fetch('/realtime/v1?seconds=30', { as: member, signal });
    expect(await response.text()).toBe('');
    opening.mockRestore();
  });

  it.each([
    { change: 'promoted', isStaffNow: true },
    { change: 'demoted', isStaffNow: false },
  ])(
    'end before they begin if their member was $change while they were opened [S6]',
    async ({ isStaffNow }) => {
      const { db } = kindpal.services;
      const member = await createMember(db, isStaffNow ? {} : { app_role: 'admin' });
      const { id, session_id } = member;
      await db.pool.query('UPDATE auth.session SET admits_staff = true WHERE id = $1', [
        session_id,
      ]);
      const opening = whileOpening(
        isStaffNow
          ? `INSERT INTO user_roles (user_id, role) VALUES ($1, 'admin')`
          : 'DELETE FROM user_roles WHERE user_id = $1',
        id,
      );
      const signal = AbortSignal.timeout(10_000);
      const response = await server.fetch('/realtime/v1?seconds=30', { as: member, signal });
      opening.mockRestore();
      expect(await response.text()).toBe('');
      const stream = await listen(member);
      expect(await hearsStaff(stream)).toBe(isStaffNow);
      stream.close();
    },
  );

  it('outlive a session that ends together with others, and further events right after', async () => {
    const { db, live } = kindpal.services;
    const member = await createMember(db);
    const streams = [await listen(member), await listen(member)];
    // One read of the log returns the end of the session and further events for the same member.
    await db.drizzle.transaction(async (tx) => {
      await tx.execute(sql`DELETE FROM auth.session WHERE user_id = ${member.id}`);
      await tx.execute(sql`UPDATE users SET bio = 'after' WHERE id = ${member.id}`);
    });
    await createJob(db);
    live.wake();
    for (const stream of streams) await stream.until(stream.hasEnded);
    expect((await server.fetch('/healthz')).status).toBe(200);
  });

  it('reach staff once their promotion can be read from a database that was down', async () => {
    const { db, live } = kindpal.services;
    const member = await createMember(db);
    const showFactor = `UPDATE auth.session SET admits_staff = true WHERE user_id = $1`;
    await db.pool.query(showFactor, [member.id]);
    const stream = await listen(member);
    const hidden = 'user_roles_out_of_reach';
    await kindpal.asOwner(`DO $$ BEGIN
      INSERT INTO user_roles (user_id, role) VALUES ('${member.id}', 'admin');
      ALTER TABLE user_roles RENAME TO ${hidden}; END $$`);
    live.wake();
    await quiet();
    await kindpal.asOwner(`ALTER TABLE ${hidden} RENAME TO user_roles`);
    await db.pool.query(
      `INSERT INTO feedback (user_id, message) VALUES ($1, 'Only staff hear of this')`,
      [(await createMember(db)).id],
    );
    live.wake();
    await stream.until(() => stream.changes().some((one) => one.data.table === 'feedback'));
    stream.close();
  });

  it('reach a member from their promotion until their demotion, in a session with a second factor [S6]', async () => {
    const { db } = kindpal.services;
    const member = await createMember(db);
    const { session_id } = member;
    await db.pool.query('UPDATE auth.session SET admits_staff = true WHERE id = $1', [session_id]);
    const stream = await listen(member);
    const heard = [await hearsStaff(stream)];
    await db.pool.query(`INSERT INTO user_roles (user_id, role) VALUES ($1, 'admin')`, [member.id]);
    heard.push(await hearsStaff(stream));
    await db.pool.query('DELETE FROM user_roles WHERE user_id = $1', [member.id]);
    heard.push(await hearsStaff(stream));
    expect(heard).toEqual([false, true, false]);
    stream.close();
  });

  it('tell staff nothing of the admin area in a session that showed no second factor [U13 S6]', async () => {
    const { db, live } = kindpal.services;
    const member = await createMember(db);
    const stream = await listen(member);
    await db.pool.query(`INSERT INTO user_roles (user_id, role) VALUES ($1, 'admin')`, [member.id]);
    await db.pool.query(`UPDATE users SET bio = 'I walk dogs' WHERE id = $1`, [member.id]);
    live.wake();
    await stream.until(() => stream.changes().some((one) => one.data.table === 'users'));
    await db.pool.query(
      `INSERT INTO feedback (user_id, message) VALUES ($1, 'Only staff hear of this')`,
      [(await createMember(db)).id],
    );
    await db.pool.query(`UPDATE users SET bio = 'And cats' WHERE id = $1`, [member.id]);
    live.wake();
    await stream.until(
      () => stream.changes().filter((one) => one.data.table === 'users').length > 1,
    );
    expect(stream.changes().filter((one) => one.data.table === 'feedback')).toEqual([]);
    stream.close();
  });

  it('send staff no events of the admin area on any node while their session has no second factor [U13 S6]', async () => {
    const { db, live } = kindpal.services;
    const admin = await createMember(db, { app_role: 'admin' });
    const stream = await listen(admin);
    const elsewhere: string[] = [];
    const hub = await startHub(db);
    hub.subscribe({
      memberId: admin.id,
      sessionId: admin.session_id,
      isStaff: true,
      send: (frame) => elsewhere.push(frame.toString()),
      end: () => elsewhere.push('the end'),
    });
    const admit = (isAdmitted: boolean) =>
      db.pool.query('UPDATE auth.session SET admits_staff = $2 WHERE id = $1', [
        admin.session_id,
        isAdmitted,
      ]);
    const write = async (message: string) => {
      const { rows } = await db.pool.query(
        'INSERT INTO feedback (user_id, message) VALUES ($1, $2) RETURNING id',
        [(await createMember(db)).id, message],
      );
      return String(rows[0]?.id);
    };
    const hears = (id: string) => [
      stream.changes().some(({ data }) => data.id === id),
      elsewhere.some((frame) => frame.includes(id)),
    ];
    const change = async (isAdmitted: boolean) => {
      await admit(isAdmitted);
      const { id } = await createJob(db);
      live.wake();
      await stream.until(() => !hears(id).includes(false));
    };
    await change(false);
    const hidden = await write('After the factor was removed');
    await change(true);
    const told = await write('After it was back');
    live.wake();
    await stream.until(() => !hears(told).includes(false));
    expect(hears(hidden)).toEqual([false, false]);
    expect(stream.hasEnded()).toBe(false);
    expect(elsewhere).not.toContain('the end');
    stream.close();
    await hub.stop();
  });

  it('leave nothing behind when they are left before they have begun', async () => {
    const { live } = kindpal.services;
    // The streams of the tests before have closed by now.
    await quiet();
    const open = live.size();
    const client = new pg.Client({ connectionString: kindpal.ownerUrl });
    await client.connect();
    await client.query('BEGIN; LOCK TABLE change_events IN ACCESS EXCLUSIVE MODE');
    const leaving = new AbortController();
    const asked = server.fetch('/realtime/v1?seconds=30', { signal: leaving.signal });
    await quiet();
    leaving.abort();
    await asked.catch(() => undefined);
    await client.query('ROLLBACK');
    await client.end();
    await quiet();
    expect(live.size()).toBe(open);
  });

  it('send reset to a page that was away longer than events are kept', async () => {
    const { db, live } = kindpal.services;
    const away = await placeNow();
    await createJob(db);
    live.wake();
    await quiet();
    await db.pool.query(`UPDATE change_events SET created_at = now() - interval '25 hours'`);
    await pruneChangeEvents(kindpal.services);
    const stream = await listen(null, away);
    expect(stream.received.map((one) => one.event)).toEqual(['reset', 'ready']);
    stream.close();
  });

  it.each([
    ['the database was restored from a backup', restoredBefore],
    ['positions were encrypted', plainPlace],
    ['the crash of a database that lost its last transactions', farAhead],
  ])('send reset to a page that was opened before %s', async (_, lastEventId) => {
    const stream = await listen(null, await lastEventId());
    expect(stream.received.map((one) => one.event)).toEqual(['reset', 'ready']);
    const job = await createJob(kindpal.services.db);
    kindpal.services.live.wake();
    await stream.until(() => stream.changes().some((one) => one.data.id === job.id));
    const again = await listen(null, stream.received[0]?.id);
    expect(again.received.map((one) => one.event)).not.toContain('reset');
    again.close();
    stream.close();
  });

  it('rest while nothing happens, even with events from a restored backup', async () => {
    const { db } = kindpal.services;
    await db.pool.query(`INSERT INTO change_events (tx, table_name, op, row_id)
      VALUES ((pg_current_xact_id()::text::bigint + 100000)::text::xid8, 'jobs', 'update', gen_random_uuid())`);
    let reads = 0;
    const counted: typeof db = {
      ...db,
      prepared: (name, text, values) => {
        if (name === 'live-read') reads += 1;
        return db.prepared(name, text, values);
      },
    };
    const hub = await startHub(counted);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await hub.stop();
    expect(reads).toBeLessThan(6);
    await pruneChangeEvents(kindpal.services);
  });

  it('reach those concerned by a change first, then everybody else, each in order', async () => {
    const { db } = kindpal.services;
    const member = await createMember(db);
    const hub = await startHub(db);
    const told: string[] = [];
    const listen = (name: string, memberId: string | null) =>
      hub.subscribe({
        memberId,
        sessionId: null,
        isStaff: false,
        // A hub may repeat what was written just before it started, here the new member.
        send: (frame) => {
          const { table, op } = JSON.parse(/^data: (.*)$/m.exec(frame.toString())?.[1] ?? '{}');
          if (table === 'jobs') told.push(`${name} ${op}`);
        },
        end: () => {},
      });
    listen('visitor', null);
    listen('concerned', member.id);
    await db.pool.query(
      `INSERT INTO change_events (table_name, op, row_id, audience)
       VALUES ('jobs', 'delete', gen_random_uuid(), NULL),
         ('jobs', 'update', gen_random_uuid(), ARRAY[$1::uuid]),
         ('jobs', 'insert', gen_random_uuid(), NULL)`,
      [member.id],
    );
    hub.wake();
    while (told.length < 5) await quiet();
    await hub.stop();
    expect(told).toEqual([
      'concerned delete',
      'concerned update',
      'concerned insert',
      'visitor delete',
      'visitor insert',
    ]);
  });

  it('are ended when the database was restored', async () => {
    const { db } = kindpal.services;
    const hub = await startHub(db);
    const before = hub.history();
    let ended = false;
    hub.subscribe({
      memberId: null,
      sessionId: null,
      isStaff: false,
      send: () => {},
      end: () => {
        ended = true;
      },
    });
    await db.pool.query(`UPDATE live_horizon SET history = DEFAULT`);
    await loseListeners();
    while (!ended) await quiet();
    expect(hub.history()).not.toBe(before);
    await hub.stop();
  });

  it.each([
    ['the database is behind', LOSE],
    ['others have their numbers', REPLACE],
  ])('are ended when a failover lost what was sent, and get a reset: %s', async (_, fail) => {
    const { db, live } = kindpal.services;
    const stream = await listen(null);
    const kept = await createJob(db);
    live.wake();
    await stream.until(() => stream.changes().some((one) => one.data.id === kept.id));
    const heard = stream.changes().find((one) => one.data.id === kept.id)?.id;
    const lost = await createJob(db);
    live.wake();
    await stream.until(() => stream.changes().some((one) => one.data.id === lost.id));
    const { rows } = await db.pool.query<{ row_id: string }>(fail, [lost.id]);
    live.wake();
    await stream.until(stream.hasEnded);
    const again = await listen(null, stream.received.at(-1)?.id);
    expect(again.received.map((one) => one.event)).toEqual(['reset', 'ready']);
    const last = await createJob(db);
    live.wake();
    await again.until(() => again.changes().some((one) => one.data.id === last.id));
    again.close();
    // One that had received nothing of what was lost continues, with all that replaced it.
    const behind = await listen(null, heard);
    expect(behind.received.map((one) => one.event)).not.toContain('reset');
    const ids = behind.changes().map((one) => one.data.id);
    expect(ids).toEqual(expect.arrayContaining([...rows.map((row) => row.row_id), last.id]));
    behind.close();
  });

  it('get a reset for a lost event on a node that never read it', async () => {
    const { db, live } = kindpal.services;
    const { id } = await createJob(db);
    const lost = await placeOf(id);
    await db.pool.query(REPLACE, [id]);
    await createJob(db);
    live.wake();
    await quiet();
    const stream = await listen(null, lost);
    expect(stream.received.map((one) => one.event)).toEqual(['reset', 'ready']);
    stream.close();
  });

  it('continue when the last event was pruned', async () => {
    const { db } = kindpal.services;
    await createJob(db);
    const hub = await startHub(db);
    let ended = false;
    const told: string[] = [];
    hub.subscribe({
      memberId: null,
      sessionId: null,
      isStaff: false,
      send: (frame) => told.push(frame.toString()),
      end: () => {
        ended = true;
      },
    });
    await db.pool.query(`WITH gone AS (DELETE FROM change_events RETURNING tx)
      UPDATE live_horizon SET tx = (SELECT max(tx) FROM gone)`);
    const { id } = await createJob(db);
    hub.wake();
    await vi.waitUntil(() => told.some((frame) => frame.includes(id)), { timeout: 5_000 });
    expect(ended).toBe(false);
    await hub.stop();
  });

  it('continue when something is sent while a lost connection reconnects', async () => {
    const { db } = kindpal.services;
    let [told, isLost, isBack, ended] = [0, false, false, false];
    const prepared: Database['prepared'] = async (name, text, values) => {
      const rows = await db.prepared<never>(name, text, values);
      if (name === 'live-head' && isLost) {
        await createJob(db);
        while (told === 0) await quiet();
        isBack = true;
      }
      return rows;
    };
    const hub = await startHub({ ...db, prepared });
    hub.subscribe({
      memberId: null,
      sessionId: null,
      isStaff: false,
      send: () => {
        told += 1;
      },
      end: () => {
        ended = true;
      },
    });
    isLost = true;
    await loseListeners();
    while (!isBack) await quiet();
    await quiet();
    expect(ended).toBe(false);
    await hub.stop();
  });

  it('end at once when they are opened during a stop, which would wait for them', async () => {
    const hub = await startHub(kindpal.services.db);
    await hub.stop();
    const end = vi.fn();
    hub.subscribe({ memberId: null, sessionId: null, isStaff: false, send: () => {}, end });
    expect(end).toHaveBeenCalledOnce();
  });

  it('reach the streams of another node on the same database', async () => {
    const { db, live } = kindpal.services;
    const told: string[] = [];
    const hub = await startHub(db);
    hub.subscribe({
      memberId: null,
      sessionId: null,
      isStaff: false,
      send: (frame) => told.push(frame.toString()),
      end: () => {},
    });
    const begun = Date.now();
    const job = await createJob(db);
    live.wake();
    while (!told.some((frame) => frame.includes(job.id)) && Date.now() - begun < 5_000) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(told.filter((frame) => frame.includes(job.id))).toHaveLength(1);
    await hub.stop();
  });
});
