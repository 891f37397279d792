import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { startDatabaseProxy } from '../testing/outside/database-proxy.ts';
import { type Database, openDatabase } from './client.ts';
import { LATE } from './dropping-client.ts';
import { openPipelines } from './pipelines.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url, { size: 1, shared: 2, statementTimeout: 1_000 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const echo = (value: number) =>
  db
    .shortRead<{ value: number }>({
      name: 'echo',
      text: 'SELECT $1::int AS value',
      values: [value],
    })
    .then(([row]) => row?.value);

const statement = (name: string, text: string) => ({ name, text, values: [] });
const pidOf = async () =>
  (await db.shortRead<{ pid: number }>(statement('pid', 'SELECT pg_backend_pid() AS pid')))[0]?.pid;

const terminate = (pids: unknown[]) =>
  db.prepared('terminate', 'SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) pid', [pids]);

describe('short reads on shared connections', () => {
  it('return each caller their own answer, however many there are', async () => {
    const numbers = Array.from({ length: 500 }, (_, n) => n);
    expect(await Promise.all(numbers.map(echo))).toEqual(numbers);
  });

  it('use no more connections than given, whatever the number of reads', async () => {
    const pids = await Promise.all(Array.from({ length: 50 }, pidOf));
    expect(new Set(pids).size).toBe(2);
  });

  it('have the columns of their own answer, whatever an earlier one of that name had', async () => {
    const read = async (text: string) => {
      const other = openDatabase(database.url, { size: 1 });
      const rows = await other.shortRead(statement('columns', text));
      await other.close();
      return rows;
    };
    expect(await read('SELECT 1 AS one, 2::int8 AS two')).toEqual([{ one: 1, two: 2 }]);
    expect(await read('SELECT 3 AS one, 4::int8 AS two')).toEqual([{ one: 3, two: 4 }]);
    expect(await read("SELECT 1 AS one, '2' AS two")).toEqual([{ one: 1, two: '2' }]);
    expect(await read('SELECT 2 AS two')).toEqual([{ two: 2 }]);
  });

  it('ask for their columns once per connection', async () => {
    const asked = vi.spyOn(pg.Connection.prototype, 'describe');
    const other = openDatabase(database.url, { size: 1, shared: 1 });
    const numbers = statement('numbers', 'SELECT n, n::int8 AS big FROM generate_series(1, 2) n');
    const answers = [await other.shortRead(numbers), await other.shortRead(numbers)];
    const none = statement('none', 'SELECT 1 AS one WHERE false');
    answers.push(await other.shortRead(none), await other.shortRead(none));
    await other.close();
    const rows = [
      { n: 1, big: 1 },
      { n: 2, big: 2 },
    ];
    expect(answers).toEqual([rows, rows, [], []]);
    expect(asked).toHaveBeenCalledTimes(2);
    asked.mockRestore();
  });

  it('are planned once per connection, whatever their values', async () => {
    for (let value = 0; value < 20; value++) await echo(value);
    const plans = () =>
      db.shortRead<{ custom: number }>(
        statement(
          'plans',
          "SELECT custom_plans AS custom FROM pg_prepared_statements WHERE name = 'echo'",
        ),
      );
    expect((await Promise.all([plans(), plans()])).flat()).toEqual([{ custom: 0 }, { custom: 0 }]);
  });

  it('fail separately, even when a statement cannot be parsed', async () => {
    const outcomes = await Promise.allSettled([
      echo(1),
      db.shortRead(statement('by-zero', 'SELECT 1 / 0')),
      echo(2),
      db.shortRead(statement('nonsense', 'SELECT nothing FROM nowhere')),
      echo(3),
      db.shortRead(statement('too-long', 'SELECT pg_sleep(30)')),
      echo(4),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
  });

  it('replace connections that PostgreSQL has closed', async () => {
    const before = await Promise.all([pidOf(), pidOf()]);
    await terminate(before);
    await expect.poll(() => echo(5).catch(() => 'still closing')).toBe(5);
    expect(await Promise.all([1, 2, 3, 4].map(echo))).toEqual([1, 2, 3, 4]);
    expect(before).not.toContain(await pidOf());
  });

  it('fail when their connection breaks', async () => {
    const before = await Promise.all([pidOf(), pidOf()]);
    const sleeping = Promise.allSettled([
      db.shortRead(statement('sleeping', 'SELECT pg_sleep(0.9)')),
      db.shortRead(statement('sleeping', 'SELECT pg_sleep(0.9)')),
    ]);
    await sleep(200);
    await terminate(before);
    expect((await sleeping).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('fail on a connection that no longer answers, which is replaced', async () => {
    const proxy = await startDatabaseProxy(database.url);
    const pipelines = openPipelines({ connectionString: proxy.url, query_timeout: 300 }, 1);
    const read = () => pipelines.query(statement('one', 'SELECT 1 AS one'));
    expect((await read()).rows).toEqual([{ one: 1 }]);
    proxy.isSilent = true;
    const late = { status: 'rejected', reason: { message: LATE } };
    expect(await Promise.allSettled([read(), read()])).toMatchObject([late, late]);
    proxy.isSilent = false;
    expect((await read()).rows).toEqual([{ one: 1 }]);
    await pipelines.end();
    proxy.close();
  });

  it('stay on a connection that is slow but answers', async () => {
    const pipelines = openPipelines({ connectionString: database.url, query_timeout: 600 }, 1);
    const slow = statement('slow', 'SELECT pg_sleep(0.25)');
    const all = await Promise.allSettled(Array.from({ length: 4 }, () => pipelines.query(slow)));
    expect(all.map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'));
    await pipelines.end();
  });

  it('leave no rows among old objects, where only a full collection would find them', async () => {
    // In a heap of its own: V8 treats new rows by what it learned from all tests of a process.
    const thread = new Worker(new URL('../testing/old-rows.ts', import.meta.url), {
      workerData: database.url,
    });
    const [growth] = await once(thread, 'message');
    // Functions that keep the rows of 20 reads make it 8.8; without them it is 0.5.
    expect(growth).toBeLessThan(2);
  });
});

describe('a closed database', () => {
  it('ends its shared connections and opens none for a late read', async () => {
    const theirs = openDatabase(database.url, { size: 1, shared: 1 });
    const late = statement('late', 'SELECT 1 AS one');
    await theirs.shortRead(late);
    await theirs.close();
    await expect(theirs.shortRead(late)).rejects.toThrow('closed');
    const text = `SELECT count(*) AS open FROM pg_stat_activity WHERE application_name = 'kindpal'
      AND query LIKE '%AS one'`;
    await expect.poll(() => db.prepared('count-open', text, [])).toEqual([{ open: '0' }]);
  });
});
