import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../db/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createEarlierRelease } from '../testing/earlier-release.ts';
import {
  findFastTempDir,
  makeTempDataDir,
  removeTempDataDir,
} from '../testing/make-temp-data-dir.ts';
import { startDatabaseProxy } from '../testing/outside/database-proxy.ts';
import { spawnServer, stopServer } from '../testing/server-process.ts';

let database: TestDatabase;
const dataDir = makeTempDataDir(findFastTempDir());
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  removeTempDataDir(dataDir);
});

type Silence = Parameters<typeof startDatabaseProxy>[1];

/** Migrates a database of its own through a proxy that becomes silent. */
async function migrateThrough(silence: Silence) {
  const own = await createTestDatabase();
  const proxy = await startDatabaseProxy(own.ownerUrl, silence);
  const url = Object.assign(new URL(own.url), { host: new URL(proxy.url).host }).href;
  const error = await migrate({ url, ownerUrl: proxy.url }).then(
    () => null,
    ({ message }: Error) => message,
  );
  proxy.close();
  await own.drop();
  return { error, statements: proxy.statements };
}

const CLEAR = /^PostgreSQL at 127\.0\.0\.1:\d+ (does not answer|is out of reach): [^\n]*$/;

describe('an operator whose database signs Kindpal in and then stays silent', () => {
  test('is told so during the migration, whichever statement is the first without an answer', async () => {
    const { error: none, statements } = await migrateThrough({});
    expect(none).toBeNull();
    // Nothing waits for the last one, which only asks whether the database answers.
    const numbers = Array.from({ length: statements - 1 }, (_, n) => n + 1);
    const silent = await Promise.all(numbers.map((n) => migrateThrough({ silent: n })));
    for (const { error } of silent) expect(error).toMatch(CLEAR);
  });

  test('is told so if only one connection is silent, as if a network between has dropped it', async () => {
    const silent = await Promise.all(
      [
        'current_user AS role',
        'SET lock_timeout',
        'pg_try_advisory_lock',
        'to_regclass',
        'CREATE SCHEMA IF NOT EXISTS',
        'UPDATE live_horizon',
        'server_version_num',
        'REVOKE TEMPORARY',
      ].map((silentAt) => migrateThrough({ silentAt })),
    );
    for (const { error } of silent) expect(error).toMatch(CLEAR);
  });

  describe.concurrent('is told so in one line by the start, which ends', () => {
    test.each<[string, Silence, number]>([
      ['from its statement 10 on', { silent: 10 }, 40_000],
      ['from its statement 25 on', { silent: 25 }, 40_000],
      ['from its statement 35 on', { silent: 35 }, 40_000],
      ['from its statement 45 on', { silent: 45 }, 40_000],
      ['while the pool connects', { silentAt: 'application_name\0kindpal\0' }, 40_000],
      [
        'on one connection, at a statement of background work',
        { silentAt: '_private_known_crontabs' },
        80_000,
      ],
    ])('%s', async (_, silence, limit) => {
      const proxy = await startDatabaseProxy(database.ownerUrl, silence);
      const server = await spawnServer({
        DATA_DIR: makeTempDataDir(dataDir),
        DATABASE_URL: proxy.url,
        APP_SECRET: 'x'.repeat(32),
      });
      const late = setTimeout(() => server.child.kill('SIGKILL'), limit);
      expect(await server.ended).toEqual({ code: 1, signal: null });
      clearTimeout(late);
      const [line, ...others] = server.said().split('Kindpal could not start: ').slice(1);
      expect(others).toEqual([]);
      expect(line?.trimEnd()).toMatch(CLEAR);
      proxy.close();
    });
  });
});

test.concurrent('a node whose connection for live events is not answered serves, and tries again', async () => {
  const proxy = await startDatabaseProxy(database.ownerUrl, { silentAt: 'LISTEN kindpal_live' });
  const server = await spawnServer({
    DATA_DIR: makeTempDataDir(dataDir),
    DATABASE_URL: proxy.url,
    APP_SECRET: 'x'.repeat(32),
  });
  await server.ready();
  expect(proxy.cuts).toBe(1);
  await stopServer(server);
  proxy.close();
});

test.concurrent('a migration that waits or works for longer than connecting may take is completed', async () => {
  const release = await createEarlierRelease('_foreign_keys_and_images');
  const holder = new pg.Client({ connectionString: release.url });
  await holder.connect();
  await holder.query('BEGIN; LOCK TABLE admin_activity_logs');
  const upgrading = release.upgrade();
  await sleep(20_000);
  await holder.end();
  await upgrading;
  await release.drop();
});
