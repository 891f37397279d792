import { type Runner, run } from 'graphile-worker';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
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
