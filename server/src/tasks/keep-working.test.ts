import { parseCronItems, type Runner, run } from 'graphile-worker';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createLog } from '../log/create-log.ts';
import { startDatabaseProxy } from '../testing/outside/database-proxy.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { holdTasks } from './hold-tasks.ts';
import { keepWorking } from './keep-working.ts';
import { resetFutureRuns } from './reset-future-runs.ts';
import { TaskPool } from './task-pool.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

test('workers that ended by themselves are restarted, however long the database is down', async () => {
  const { db, log } = kindpal.services;
  const pool = new TaskPool(db.pool.options.connectionString as string, { size: 3, log });
  const ended = { promise: Promise.resolve(), stop: async () => undefined } as unknown as Runner;
  let tries = 0;
  let done = 0;
  const begin: typeof run = (...given) => {
    tries += 1;
    if (tries === 1) return Promise.resolve(ended);
    return tries < 4 ? Promise.reject(new Error('the database is away')) : run(...given);
  };
  const taskList = {
    keeping: async () => {
      done += 1;
    },
  };
  const workers = await keepWorking({ pool, log, begin, work: { concurrency: 1, taskList } });
  await db.pool.query(`SELECT graphile_worker.add_job('keeping')`);
  await vi.waitFor(() => expect(done).toBe(1), { timeout: 15_000 });
  await workers.stop();
  await pool.close(1_000);
});

test('a task whose worker never got the answer that it has the task is run by its successors', async () => {
  const { db, log } = kindpal.services;
  const databaseUrl = db.pool.options.connectionString as string;
  const proxy = await startDatabaseProxy(databaseUrl, { answer: 'to the lost worker' });
  const pool = new TaskPool(proxy.url, { size: 3, log });
  let done = 0;
  const taskList = {
    lost: async () => {
      done += 1;
    },
  };
  const workers = await keepWorking({ pool, log, work: { concurrency: 1, taskList } });
  const hold = holdTasks({ databaseUrl, workers: () => [workers.name()], log });
  await db.pool.query(`SELECT graphile_worker.add_job('lost', '["to the lost worker"]')`);
  await vi.waitFor(() => expect(done).toBe(1), { timeout: 30_000 });
  expect(proxy.cuts).toBe(1);
  await workers.stop();
  await hold.stop();
  await pool.close(1_000);
  proxy.close();
});

test('a task is done once, although the connection breaks on which its end is recorded', async () => {
  const { db, log } = kindpal.services;
  await kindpal.asOwner(`DO $do$ BEGIN
    CREATE SEQUENCE endings;
    GRANT USAGE, SELECT ON SEQUENCE endings TO PUBLIC;
    CREATE FUNCTION break_first_ending() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('public.endings') = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
      RETURN OLD; END $$;
    CREATE TRIGGER break_first_ending BEFORE DELETE ON graphile_worker._private_jobs
      FOR EACH ROW EXECUTE FUNCTION break_first_ending(); END $do$`);
  const pool = new TaskPool(db.pool.options.connectionString as string, { size: 3, log });
  let done = 0;
  const taskList = {
    ending: async () => {
      done += 1;
    },
  };
  const workers = await keepWorking({ pool, log, work: { concurrency: 1, taskList } });
  await db.pool.query(`SELECT graphile_worker.add_job('ending')`);
  await vi.waitFor(
    async () => {
      const { rows } = await db.pool.query(`SELECT (SELECT last_value::int FROM endings) AS tries,
        (SELECT count(*)::int FROM graphile_worker.jobs WHERE task_identifier = 'ending') AS left`);
      expect(rows).toEqual([{ tries: 2, left: 0 }]);
    },
    { timeout: 10_000 },
  );
  expect(done).toBe(1);
  await workers.stop();
  await pool.close(1_000);
});

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Shortly before and after the present minute began: the timers of both wait for no longer. */
const minute = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
const before = minute - 100;
const after = minute + 100;

/** Workers with a task of every minute, on a clock that stands still. */
async function sweepFrom(now: number) {
  vi.setSystemTime(now);
  const { db, log } = kindpal.services;
  const pool = new TaskPool(db.pool.options.connectionString as string, { size: 3, log });
  const counts = { begun: 0, swept: 0 };
  const workers = await keepWorking({
    pool,
    log,
    repair: () => resetFutureRuns({ db }),
    begin: (options) => {
      // From then on, its timer waits for the next minute.
      options.events?.once('cron:started', () => {
        counts.begun += 1;
      });
      return run(options);
    },
    work: {
      concurrency: 1,
      taskList: {
        sweep: async () => {
          counts.swept += 1;
        },
      },
      parsedCronItems: parseCronItems([
        { task: 'sweep', match: '* * * * *', options: { maxAttempts: 1 } },
      ]),
    },
  });
  await vi.waitFor(() => expect(counts.begun).toBe(1));
  return {
    counts,
    async stop() {
      vi.useRealTimers();
      await workers.stop();
      await pool.close(1_000);
    },
  };
}

const noteRunTomorrow = () =>
  kindpal.services.db.pool.query(
    `UPDATE graphile_worker._private_known_crontabs SET last_execution = now() + interval '1 day'`,
  );

test('periodic work continues when the clock of a running node was a day ahead and is corrected', async () => {
  const { counts, stop } = await sweepFrom(before + DAY_MS);
  await noteRunTomorrow();
  vi.setSystemTime(before);
  await vi.waitFor(() => expect(counts.begun).toBe(2), { timeout: 10_000 });
  vi.setSystemTime(after);
  await vi.waitFor(() => expect(counts.swept).toBe(1), { timeout: 10_000 });
  await stop();
});

test('periodic work continues while the clock of another node is a day ahead', async () => {
  const { stop } = await sweepFrom(before);
  await noteRunTomorrow();
  vi.setSystemTime(after);
  const isDue = async () => {
    const { rows } = await kindpal.services.db.pool.query(
      'SELECT bool_and(last_execution IS NULL) AS due FROM graphile_worker._private_known_crontabs',
    );
    return rows[0].due;
  };
  await vi.waitFor(async () => expect(await isDue()).toBe(true), { timeout: 10_000 });
  await stop();
});

test('periodic work runs on time while the clock of the database is hours behind', async () => {
  const ahead = 2 * 60 * MINUTE_MS;
  const { counts, stop } = await sweepFrom(before + ahead);
  vi.setSystemTime(after + ahead);
  await vi.waitFor(() => expect(counts.swept).toBe(1), { timeout: 10_000 });
  await stop();
});

test('a refused cron row is logged without what PostgreSQL says about it', async () => {
  await kindpal.asOwner(`DO $do$ BEGIN
    CREATE FUNCTION refuse_row() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      RAISE EXCEPTION 'the door code is 4711'; END $$;
    CREATE TRIGGER refuse_row BEFORE INSERT ON graphile_worker._private_known_crontabs
      FOR EACH ROW EXECUTE FUNCTION refuse_row(); END $do$`);
  const { pool: served } = kindpal.services.db;
  await served.query('DELETE FROM graphile_worker._private_known_crontabs');
  const lines: string[] = [];
  const log = createLog({ logLevel: 'info' }, { write: (line: string) => lines.push(line) });
  const pool = new TaskPool(served.options.connectionString as string, { size: 3, log });
  const work = {
    concurrency: 1,
    taskList: { refused: async () => undefined },
    parsedCronItems: parseCronItems([{ task: 'refused', match: '* * * * *' }]),
  };
  const workers = await keepWorking({ pool, log, work });
  const refusals = () => lines.filter((line) => line.includes('Cron hit an error'));
  await vi.waitFor(() => expect(refusals()).not.toEqual([]), { timeout: 10_000 });
  await workers.stop();
  await pool.close(1_000);
  await kindpal.asOwner('DROP FUNCTION refuse_row() CASCADE');
  expect(JSON.parse(refusals()[0] ?? '')).toMatchObject({ err: { code: 'P0001' } });
  expect(lines.join('')).not.toContain('door code');
});

test('workers that are stopped while PostgreSQL refuses them a task print and log nothing of its row', async () => {
  await kindpal.asOwner(`DO $do$ BEGIN
    CREATE FUNCTION refuse_task() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM pg_sleep(0.3);
      RAISE EXCEPTION 'the door code is 4711' USING DETAIL = 'Failing row: ' || NEW::text; END $$;
    CREATE TRIGGER refuse_task BEFORE UPDATE ON graphile_worker._private_jobs
      FOR EACH ROW EXECUTE FUNCTION refuse_task(); END $do$`);
  const { pool: served } = kindpal.services.db;
  const printed = [vi.spyOn(console, 'trace'), vi.spyOn(console, 'error')];
  const lines: string[] = [];
  const log = createLog({ logLevel: 'trace' }, { write: (line: string) => lines.push(line) });
  const pool = new TaskPool(served.options.connectionString as string, { size: 3, log });
  const work = { concurrency: 1, taskList: { kept: async () => undefined } };
  const workers = await keepWorking({ pool, log, work });
  await served.query(`SELECT graphile_worker.add_job('kept', '{"code": 4711}')`);
  const refused = () => lines.filter((line) => line.includes('Failed to acquire job'));
  await vi.waitFor(() => expect(refused()[0]).toContain('P0001'), { timeout: 10_000 });
  const isAsking = async () => {
    const { rowCount } = await served.query(`SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event = 'PgSleep'`);
    return rowCount === 1;
  };
  await expect.poll(isAsking, { timeout: 10_000, interval: 10 }).toBe(true);
  await workers.stop();
  await pool.close(1_000);
  await kindpal.asOwner('DROP FUNCTION refuse_task() CASCADE');
  await served.query('DELETE FROM graphile_worker._private_jobs');
  for (const print of printed) expect(print).not.toHaveBeenCalled();
  expect(lines.join('')).not.toContain('4711');
  expect(lines.join('')).not.toMatch(/"level":50/);
});
