import { existsSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, runOn } from '../testing/database.ts';
import {
  findFastTempDir,
  makeTempDataDir,
  removeTempDataDir,
} from '../testing/make-temp-data-dir.ts';
import { startDatabaseProxy } from '../testing/outside/database-proxy.ts';
import { type SilentServer, startSilentServer } from '../testing/outside/silent-server.ts';
import { isReady, type ServerProcess, spawnServer, stopServer } from '../testing/server-process.ts';

let dataDir: string;
let silent: SilentServer;
let server: ServerProcess | undefined;

beforeEach(async () => {
  dataDir = makeTempDataDir(findFastTempDir());
  silent = await startSilentServer();
});
afterEach(async () => {
  await stopServer(server);
  await silent.close();
  removeTempDataDir(dataDir);
});

const start = async (env: Record<string, string> = {}) => {
  server = await spawnServer({ DATA_DIR: dataDir, ...env });
  return server;
};

describe('an operator who starts Kindpal', () => {
  test('is told in one line that the database does not answer', async () => {
    const waiting = await start({
      DATABASE_URL: `postgres://u:hidden@127.0.0.1:${silent.port}/kindpal`,
      APP_SECRET: 'x'.repeat(32),
    });
    const { code } = await waiting.ended;
    expect(code).toBe(1);
    expect(waiting.said()).toMatch(
      /^Kindpal could not start: PostgreSQL at 127\.0\.0\.1:\d+ is out of reach: [^\n]*\n$/,
    );
    expect(waiting.said()).not.toContain('hidden');
  });

  test('sees no stack when the database goes away while background work starts', async () => {
    const database = await createTestDatabase();
    const startThrough = async (silent?: number) => {
      const proxy = await startDatabaseProxy(database.ownerUrl, silent ? { silent } : {});
      const started = await start({ DATABASE_URL: proxy.url, APP_SECRET: 'x'.repeat(32) });
      return { proxy, started };
    };
    const whole = await startThrough();
    await whole.started.ready();
    const { statements } = whole.proxy;
    await stopServer(server);
    whole.proxy.close();
    // Its last statements are those of background work.
    for (let last = 1; last <= 10; last += 3) {
      const { proxy, started } = await startThrough(statements - last);
      await vi.waitFor(() => expect(proxy.isSilent).toBe(true), { timeout: 40_000, interval: 1 });
      proxy.close();
      // The later it is, the likelier it has started and waits for the database.
      await Promise.race([started.ended, sleep(3_000)]);
      await stopServer(server);
      expect(started.said()).not.toMatch(/Trace:|^ {4}at /m);
    }
    await database.drop();
  });

  test('of an earlier release is told in one line that the database is of a later one', async () => {
    const database = await createTestDatabase();
    await runOn(
      database.ownerUrl,
      `INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('later', 4102444800000)`,
    );
    const started = await start({
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
      APP_SECRET: 'x'.repeat(32),
    });
    expect((await started.ended).code).toBe(1);
    expect(started.said()).toMatch(
      /^Kindpal could not start: the database is of a later release [^\n]*\n$/,
    );
    await database.drop();
  });

  test('whose last node was killed while it made an export keeps no copy of it [X1]', async () => {
    const database = await createTestDatabase();
    const left = join(dataDir, 'archives-under-way', 'killed');
    mkdirSync(left, { recursive: true });
    writeFileSync(join(left, 'archive.zip'), 'their data');
    const started = await start({
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
      APP_SECRET: 'x'.repeat(32),
    });
    await started.ready();
    expect(existsSync(left)).toBe(false);
    await stopServer(server);
    await database.drop();
  });

  test('on a disk too full for the log still has a Kindpal that answers and stops', async () => {
    const full = openSync('/dev/full', 'w');
    server = await spawnServer({ DATA_DIR: dataDir, LOG_LEVEL: 'trace' }, { stdout: full });
    await server.ready();
    for (let n = 0; n < 20; n += 1) {
      expect((await fetch(`${server.url}/storage/v1/object/nothing`)).status).toBe(404);
      expect(await isReady(server.url)).toBe(true);
    }
    await sleep(1_000);
    expect(await isReady(server.url)).toBe(true);
    server.child.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
  });
});
