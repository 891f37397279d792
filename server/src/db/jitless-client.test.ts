import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TaskPool } from '../tasks/task-pool.ts';
import { createTestDatabase, runOn, type TestDatabase } from '../testing/database.ts';
import { type Database, openDatabase } from './client.ts';
import { openClient } from './open-client.ts';

let database: TestDatabase;
let url: string;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  const name = new URL(database.url).pathname.slice(1);
  await runOn(database.ownerUrl, `ALTER DATABASE ${name} SET jit = on`);
  const withOptions = new URL(database.url);
  withOptions.searchParams.set('options', '-c jit=on -c work_mem=7MB -c statement_timeout=0');
  url = withOptions.href;
  db = openDatabase(url, { size: 1, shared: 1, statementTimeout: 5_000 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const SETTINGS = `SELECT current_setting('jit') AS jit, current_setting('work_mem') AS work_mem,
  current_setting('TimeZone') AS zone, current_setting('statement_timeout') AS most,
  current_setting('plan_cache_mode') AS plans`;

it('never compiles statements of the pool, whatever the database or its address says', async () => {
  expect(await runOn(database.url, 'SHOW jit')).toEqual(['on']);
  const [found] = (await db.pool.query(SETTINGS)).rows;
  expect(found).toMatchObject({ jit: 'off', work_mem: '7MB', zone: 'UTC', most: '5s' });
});

it('never compiles short reads', async () => {
  const [found] = await db.shortRead({ name: 'settings', text: SETTINGS, values: [] });
  expect(found).toMatchObject({ jit: 'off', work_mem: '7MB', zone: 'UTC', most: '5s' });
  expect(found).toMatchObject({ plans: 'force_generic_plan' });
});

it('never compiles statements of the task worker', async () => {
  const pool = new TaskPool(url, { size: 1, log: pino({ level: 'silent' }) });
  const worker = await pool.connect();
  const { rows } = await worker.query(SETTINGS);
  worker.release();
  await pool.close(1_000);
  expect(rows).toMatchObject([{ jit: 'off', work_mem: '7MB' }]);
});

it('never compiles statements outside the pools', async () => {
  const client = await openClient(url, { name: 'kindpal-test' });
  const { rows } = await client.query(SETTINGS);
  await client.end();
  expect(rows).toMatchObject([{ jit: 'off', work_mem: '7MB' }]);
});

/** Their database is the embedded one, which never compiles, or an example. */
const OTHERS = /^(testing|seed|db\/embedded)\/|\.test\.ts$/;

it('has no other kind of connection', () => {
  const folder = join(import.meta.dirname, '..');
  const found = globSync('**/*.ts', { cwd: folder })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !OTHERS.test(file))
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').match(OPENS) ?? []);
  expect(found.filter((text) => !NEVER_COMPILES.test(text))).toEqual([]);
  expect(found.length).toBeGreaterThan(1);
});

/** Without its own class; only its host and port are read from one that never connects. */
const OPENS = /^.*new (pg\.)?(Client\(|Pool\(\{[^}]*\})/gm;
const NEVER_COMPILES = /const \{ host, port \} =|Client: (Dropping|Jitless)Client/;
