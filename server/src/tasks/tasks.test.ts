import { readFileSync } from 'node:fs';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { pruneExpiredSessions } from '../account/session/prune-expired-sessions.ts';
import type { Services } from '../services.ts';
import { createMember } from '../testing/factories.ts';
import { fastestOf } from '../testing/fastest-of.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { pruneFailedTasks } from './prune-failed-tasks.ts';
import { resetFutureRuns } from './reset-future-runs.ts';
import { startTasks } from './start-tasks.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

test('a queued task runs within a moment, once, on whichever node is free', async () => {
  const { services } = kindpal;
  const delivered: string[] = [];
  services.mailer.transport = {
    deliver: async ({ to }) => {
      delivered.push(to);
    },
  };
  const stops = [await startTasks(services), await startTasks(services)];
  const sendTen = async (round: number) => {
    const start = performance.now();
    for (let n = 0; n < 10; n += 1) {
      const to = `${round}-${n}@example.org`;
      await services.mailer.send({ to, subject: 's', html: 'h', text: 't' });
    }
    await vi.waitFor(() => expect(delivered).toHaveLength(10 * (round + 1)), { timeout: 5000 });
    return performance.now() - start;
  };
  expect(await fastestOf(sendTen, 2000)).toBeLessThan(2000);
  for (const stop of stops) await stop();
  expect(new Set(delivered).size).toBe(delivered.length);
});

test('a shutdown waits for the running task', async () => {
  const { services } = kindpal;
  let finished = false;
  let begun = false;
  services.mailer.transport = {
    deliver: async () => {
      begun = true;
      await new Promise((resolve) => setTimeout(resolve, 300));
      finished = true;
    },
  };
  const stop = await startTasks(services);
  await services.mailer.send({ to: 'a@example.org', subject: 's', html: 'h', text: 't' });
  await vi.waitFor(() => expect(begun).toBe(true), { timeout: 5000 });
  await stop();
  expect(finished).toBe(true);
});

test('background work continues while requests hold every database connection of theirs', async () => {
  const { services } = kindpal;
  const delivered: string[] = [];
  services.mailer.transport = {
    deliver: async ({ to }) => {
      delivered.push(to);
    },
  };
  const stop = await startTasks(services);
  const { pool } = services.db;
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  try {
    const request = drizzle({ client: held[0] as pg.PoolClient });
    const mail = { to: 'held@example.org', subject: 's', html: 'h', text: 't' };
    await services.mailer.send(mail, request);
    await vi.waitFor(() => expect(delivered).toEqual([mail.to]), { timeout: 5000 });
  } finally {
    for (const client of held) client.release();
  }
  await stop();
});

test('an operator reads how many connections a node opens', async () => {
  const busy = await startTestKindpal();
  const { services } = busy;
  let ofTasks: Services | undefined;
  const stop = await startTasks(services, {
    look: [
      '7 7 7 7 *',
      async (own) => {
        ofTasks = own;
      },
    ],
  });
  await services.db.pool.query(`SELECT graphile_worker.add_job('look')`);
  await vi.waitFor(() => expect(ofTasks).toBeDefined(), { timeout: 5000 });
  const pools = [services.db.pool, ofTasks?.db.pool as pg.Pool];
  const held = pools.map((pool) =>
    Promise.all(Array.from({ length: pool.options.max }, () => pool.connect())),
  );
  const clients = (await Promise.all(held)).flat();
  await Promise.all(
    [1, 2, 3].map(() => services.db.shortRead({ name: 'one', text: 'SELECT 1', values: [] })),
  );
  // Every worker requests and completes a task at the same time.
  await busy.asOwner(
    `SELECT graphile_worker.add_job('remove_image', '{"path": "none"}') FROM generate_series(1, 20)`,
  );
  await busy.asOwner(
    `SELECT graphile_worker.add_job('deliver_notification', json_build_object('id', gen_random_uuid())) FROM generate_series(1, 200)`,
  );
  const operating = readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8');
  const more = Number(/`DATABASE_POOL` \(10\) connections plus (\d+) more/.exec(operating)?.[1]);
  await vi.waitFor(
    async () => {
      const [open] = await busy.asOwner<number>(`SELECT count(*)::int FROM pg_stat_activity
        WHERE datname = current_database() AND application_name LIKE 'kindpal%'`);
      expect(open).toBe(services.db.pool.options.max + more);
    },
    { timeout: 5000 },
  );
  for (const client of clients) client.release();
  await stop();
  await busy.stop();
});

test('neither the log nor the queue keeps what PostgreSQL says of a row that fails a task [S4]', async () => {
  let logged = '';
  const failing = await startTestKindpal({
    output: {
      write: (line) => {
        logged += line;
      },
    },
  });
  const { services } = failing;
  const fail = async () => {
    await services.db.pool.query(`DO $$ BEGIN RAISE EXCEPTION 'Key (bio)=(Zebulon) already exists'
      USING ERRCODE = 'unique_violation', DETAIL = 'Zebulon'; END $$`);
  };
  vi.spyOn(services.images, 'remove').mockImplementation(fail);
  const stop = await startTasks(services, { fail_at_night: ['7 7 7 7 *', fail] });
  await services.tasks.add('remove_image', { path: 'none' });
  await services.db.pool.query(`SELECT graphile_worker.add_job('fail_at_night')`);
  await vi.waitFor(
    async () => {
      const errors = await failing.asOwner<string | null>(
        'SELECT last_error FROM graphile_worker.jobs',
      );
      expect(errors).toEqual([expect.stringMatching('23505'), expect.stringMatching('23505')]);
      expect(errors.join()).not.toContain('Zebulon');
    },
    { timeout: 5000 },
  );
  await stop();
  await failing.stop();
  expect(logged).toMatch(/remove_image.*23505/);
  expect(logged).toMatch(/fail_at_night.*23505/);
  expect(logged).not.toContain('Zebulon');
});

test('tasks continue after a clock that was a day ahead has been corrected', async () => {
  const { services } = kindpal;
  const { pool } = services.db;
  const delivered: string[] = [];
  services.mailer.transport = {
    deliver: async ({ to }) => {
      delivered.push(to);
    },
  };
  const idle = async () => undefined;
  const hourly = { one: ['7 * * * *', idle], other: ['37 * * * *', idle] } as const;
  const stopAhead = await startTasks(services, hourly);
  await stopAhead();
  await services.mailer.send({ to: 'a@example.org', subject: 's', html: 'h', text: 't' });
  await pool.query("UPDATE graphile_worker._private_jobs SET run_at = now() + interval '1 day'");
  await pool.query(`UPDATE graphile_worker._private_known_crontabs
    SET known_since = now() + interval '1 day', last_execution = now() + interval '1 day'`);

  const stop = await startTasks(services, hourly);
  await vi.waitFor(() => expect(delivered).toEqual(['a@example.org']), { timeout: 5000 });
  const due = await pool.query<{ identifier: string }>(
    `SELECT identifier FROM graphile_worker._private_known_crontabs
     WHERE coalesce(last_execution, known_since) <= now()`,
  );
  const known = await pool.query('SELECT FROM graphile_worker._private_known_crontabs');
  expect(known.rowCount).toBe(2);
  expect(due.rowCount).toBe(known.rowCount);
  await stop();
});

test('a node whose clock is a day behind the database’s runs scheduled tasks', async () => {
  const { services } = kindpal;
  const { pool } = services.db;
  await pool.query('UPDATE graphile_worker._private_known_crontabs SET last_execution = now()');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 86_400_000 });
  await resetFutureRuns(services);
  vi.useRealTimers();
  const { rows } = await pool.query(
    'SELECT DISTINCT last_execution FROM graphile_worker._private_known_crontabs',
  );
  expect(rows).toEqual([{ last_execution: null }]);
});

test('a start leaves a task to the node that is running it, whatever time it has', async () => {
  const { services } = kindpal;
  const { pool } = services.db;
  await pool.query('DELETE FROM graphile_worker._private_jobs');
  for (const path of ['running', 'waiting']) await services.tasks.add('remove_image', { path });
  await pool.query(`UPDATE graphile_worker._private_jobs SET run_at = now() + interval '1 day',
    locked_at = CASE payload ->> 'path' WHEN 'running' THEN now() END`);
  await resetFutureRuns(services);
  const { rows } = await pool.query<{ path: string }>(
    `SELECT payload ->> 'path' AS path FROM graphile_worker._private_jobs WHERE run_at > now()`,
  );
  expect(rows).toEqual([{ path: 'running' }]);
  await pool.query('DELETE FROM graphile_worker._private_jobs');
});

test('expired sessions are removed, others stay [U7]', async () => {
  const { services } = kindpal;
  const [gone, kept] = [await createMember(services.db), await createMember(services.db)];
  const { pool } = services.db;
  await pool.query("UPDATE auth.session SET expires_at = now() - interval '1 s' WHERE id = $1", [
    gone.session_id,
  ]);
  await pruneExpiredSessions(services);
  const { rows } = await pool.query('SELECT id FROM auth.session');
  expect(rows).toEqual([{ id: kept.session_id }]);
});

test('tasks that failed a month ago are removed, later failures and waiting ones stay [S4]', async () => {
  const { services } = kindpal;
  const { pool } = services.db;
  await pool.query('DELETE FROM graphile_worker._private_jobs');
  for (const name of ['old', 'new', 'waiting']) {
    await services.tasks.add('remove_image', { path: name });
  }
  const change = (what: string, names: string[]) =>
    pool.query(
      `UPDATE graphile_worker._private_jobs SET ${what} WHERE payload ->> 'path' = ANY($1)`,
      [names],
    );
  await change('attempts = max_attempts', ['old', 'new']);
  await change("updated_at = now() - interval '31 days'", ['old', 'waiting']);
  await pruneFailedTasks(services);
  const { rows } = await pool.query<{ path: string }>(
    "SELECT payload ->> 'path' AS path FROM graphile_worker._private_jobs ORDER BY 1",
  );
  expect(rows.map(({ path }) => path)).toEqual(['new', 'waiting']);
});
