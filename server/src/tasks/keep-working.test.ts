import { type Runner, run } from 'graphile-worker';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startDatabaseProxy } from '../testing/outside/database-proxy.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { holdTasks } from './hold-tasks.ts';
import { keepWorking } from './keep-working.ts';
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
}, 40_000);
