import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TaskPool } from '../tasks/task-pool.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../testing/outside/database-proxy.ts';
import { TIMEOUTS } from '../timeouts.ts';
import { openDatabase } from './client.ts';

let database: TestDatabase;
let proxy: DatabaseProxy;
beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startDatabaseProxy(database.url);
});
afterAll(async () => {
  proxy.close();
  await database.drop();
});

/** Opened connections stay open and silent, as after a router forgot them; new ones work. */
test('a connection that went silent fails one transaction, and nothing after it', async () => {
  const db = openDatabase(proxy.url, { size: 1, statementTimeout: 100 });
  const write = () => db.drizzle.transaction((tx) => tx.execute(sql`SELECT 1 AS one`));
  expect((await write()).rows).toEqual([{ one: 1 }]);
  proxy.silenceOpened();
  await expect(write()).rejects.toThrow();
  expect((await write()).rows).toEqual([{ one: 1 }]);
  await db.close();
});

test('connections of background work that went silent are dropped long before its longest statement would end, but none that works', async () => {
  const size = { size: 2, statementTimeout: TIMEOUTS.backgroundStatement };
  const db = openDatabase(proxy.url, size);
  const working = openDatabase(database.url, size);
  const inTransaction = (from: typeof db, seconds = 0) =>
    from.drizzle.transaction((tx) => tx.execute(sql`SELECT 1 AS one FROM pg_sleep(${seconds})`));
  const alone = (from: typeof db, seconds = 0) =>
    from.pool.query('SELECT 1 AS one FROM pg_sleep($1)', [seconds]);
  const shared = () => db.shortRead({ name: 'one', text: 'SELECT 1 AS one', values: [] });
  const askAll = () => Promise.all([inTransaction(db, 0.1), alone(db, 0.1), shared()]);
  await askAll();
  proxy.silenceOpened();
  // As long as the network fails, not even the connection that asks gets through.
  proxy.isSilent = true;
  setTimeout(() => {
    proxy.isSilent = false;
  }, 5_000);
  const slow = [inTransaction(working, 25), alone(working, 25)];
  const lost = [inTransaction(db), alone(db), shared()];
  await Promise.all(lost.map((answer) => expect(answer).rejects.toThrow()));
  await askAll();
  for (const answer of slow) expect((await answer).rows).toEqual([{ one: 1 }]);
  await Promise.all([db.close(), working.close()]);
}, 60_000);

test('a connection that breaks at the beginning of a transaction is replaced', async () => {
  const cutting = await startDatabaseProxy(database.url, { statement: 'begin' });
  const db = openDatabase(cutting.url, { size: 1 });
  await expect(db.drizzle.transaction((tx) => tx.execute(sql`SELECT 1`))).rejects.toThrow();
  expect((await db.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await db.close();
  cutting.close();
});

test('a connection that went silent fails one request of a worker, and nothing after it', async () => {
  const log = pino({ level: 'silent' });
  const pool = new TaskPool(proxy.url, { size: 1, log, answerWithin: 300 });
  const ask = async () => {
    const worker = await pool.connect();
    try {
      return (await worker.query('SELECT 1 AS one')).rows;
    } finally {
      worker.release();
    }
  };
  expect(await ask()).toEqual([{ one: 1 }]);
  proxy.silenceOpened();
  await expect(ask()).rejects.toThrow('the database did not answer');
  expect(await ask()).toEqual([{ one: 1 }]);
  await pool.close(1_000);
});
