import { readdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { lockDataDir } from '../db/embedded/lock-data-dir.ts';
import { findPostmasterFile } from '../db/embedded/postmaster-file.ts';
import { findProcessMark } from '../db/embedded/process-state.ts';
import { createTestDatabase, runOn } from '../testing/database.ts';
import { FOUNDER, joinAsFounder } from '../testing/founder.ts';
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

/** Sends SIGTERM; returns how the process ended and after how many milliseconds. */
async function terminate({ child, ended }: ServerProcess) {
  const began = performance.now();
  child.kill('SIGTERM');
  const { code } = await ended;
  return { code, took: performance.now() - began };
}

const postmaster = () => findPostmasterFile(join(dataDir, 'postgres'))?.pid ?? 0;

describe('an operator who sends SIGTERM', () => {
  test('has the server stopped within 15 seconds while mails hang, and its database too', async () => {
    const running = await start({ SMTP_URL: `smtp://127.0.0.1:${silent.port}` });
    await running.ready();
    const founder = await joinAsFounder(running);
    await founder.send('POST', '/auth/v1/recover', { email: FOUNDER.email });
    await vi.waitFor(() => expect(silent.connections()).toBeGreaterThan(0), { timeout: 40_000 });
    const pid = postmaster();
    const { code, took } = await terminate(running);
    expect({ code, inTime: took < 15_000 }).toEqual({ code: 0, inTime: true });
    expect(findProcessMark(pid)).toBeNull();
  });

  test('stops one that is still starting, which leaves nothing behind', async () => {
    const starting = await start();
    await vi.waitFor(() => expect(postmaster()).toBeGreaterThan(0), { timeout: 40_000 });
    const pid = postmaster();
    const { code } = await terminate(starting);
    expect(code).toBe(0);
    expect(starting.said()).not.toContain('is running at');
    expect(findProcessMark(pid)).toBeNull();
  });

  test('stops one that is starting its background work without an error', async () => {
    const starting = await start({ LOG_LEVEL: 'debug' });
    await vi.waitFor(() => expect(starting.said()).toContain('"from":"tasks"'), {
      timeout: 40_000,
      interval: 1,
    });
    const { code } = await terminate(starting);
    expect(code).toBe(0);
    expect(starting.said()).not.toContain('is running at');
    expect(starting.said()).not.toMatch(/"level":[56]0/);
  });

  test('reads nothing of a row at which the workers fail while they stop', async () => {
    const database = await createTestDatabase();
    await runOn(
      database.ownerUrl,
      `DO $do$ BEGIN
        CREATE FUNCTION refuse_task() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          PERFORM pg_sleep(1);
          RAISE EXCEPTION 'the door code is 4711' USING DETAIL = 'Failing row: ' || NEW::text; END $$;
        CREATE TRIGGER refuse_task BEFORE UPDATE ON graphile_worker._private_jobs
          FOR EACH ROW EXECUTE FUNCTION refuse_task();
        PERFORM graphile_worker.add_job('remove_image', '{"path": "4711"}'); END $do$`,
    );
    const running = await start({
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
      APP_SECRET: 'x'.repeat(32),
      LOG_LEVEL: 'trace',
    });
    await running.ready();
    const asking = `SELECT pid FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event = 'PgSleep'`;
    await vi.waitFor(async () => expect(await runOn(database.url, asking)).toHaveLength(1), {
      timeout: 40_000,
      interval: 10,
    });
    const { code } = await terminate(running);
    await database.drop();
    expect(code).toBe(0);
    expect(running.said()).not.toContain('4711');
    expect(running.said()).not.toContain('Trace:');
  });

  test('immediately stops one that waits for a database', async () => {
    const waiting = await start({
      DATABASE_URL: `postgres://u:p@127.0.0.1:${silent.port}/kindpal`,
      APP_SECRET: 'x'.repeat(32),
    });
    await vi.waitFor(() => expect(silent.connections()).toBeGreaterThan(0), { timeout: 40_000 });
    const { code, took } = await terminate(waiting);
    expect({ code, atOnce: took < 3_000 }).toEqual({ code: 0, atOnce: true });
  });

  test('soon stops one whose database stays silent while it starts its background work', async () => {
    const database = await createTestDatabase();
    const proxy = await startDatabaseProxy(database.ownerUrl, {
      silentAt: '_private_known_crontabs',
    });
    const starting = await start({ DATABASE_URL: proxy.url, APP_SECRET: 'x'.repeat(32) });
    await vi.waitFor(() => expect(proxy.cuts).toBe(1), { timeout: 40_000 });
    const { code, took } = await terminate(starting);
    proxy.close();
    await database.drop();
    expect({ code, soon: took < 8_000 }).toEqual({ code: 0, soon: true });
  });

  test('immediately stops one that waits for a backup', async () => {
    const end = lockDataDir('backup', dataDir);
    const waiting = await start();
    await vi.waitFor(() => expect(waiting.said()).toContain('Waiting for a backup'), {
      timeout: 40_000,
    });
    const { code, took } = await terminate(waiting);
    end();
    expect({ code, atOnce: took < 3_000 }).toEqual({ code: 0, atOnce: true });
    expect(readdirSync(dataDir)).not.toContain('postgres');
  });

  test('cuts nobody off: under load every accepted request is answered', async () => {
    const running = await start();
    await running.ready();
    const agent = new Agent({ keepAlive: true, maxSockets: 20 });
    const outcomes = new Map<string, number>();
    const note = (what: string) => outcomes.set(what, (outcomes.get(what) ?? 0) + 1);
    let isLoaded = true;
    const ask = () =>
      new Promise<void>((resolve) => {
        const asking = request(`${running.url}/rest/v1/jobs?limit=5`, { agent }, (answer) => {
          note(String(answer.statusCode));
          answer.resume().on('end', resolve);
        });
        asking.on('error', (error: NodeJS.ErrnoException) => {
          note(error.code ?? 'error');
          if (error.code === 'ECONNREFUSED') isLoaded = false;
          resolve();
        });
        asking.end();
      });
    const load = Array.from({ length: 20 }, async () => {
      while (isLoaded) await ask();
    });
    await vi.waitFor(() => expect(outcomes.get('200') ?? 0).toBeGreaterThan(200), {
      timeout: 40_000,
    });
    const { code } = await terminate(running);
    isLoaded = false;
    await Promise.all(load);
    agent.destroy();
    expect(code).toBe(0);
    expect([...outcomes.keys()].filter((what) => what !== 'ECONNREFUSED')).toEqual(['200']);
  });
});

describe('a bug', () => {
  const mistakes = `data:text/javascript,${encodeURIComponent(`
    process.on('SIGUSR2', () => { Promise.reject(new Error('nobody waited')); });
    process.on('SIGWINCH', () => { throw new Error('nobody caught'); });`)}`;

  test('that leaves a rejection unhandled is logged, and members continue; one that throws shuts everything down', async () => {
    const running = await start({ NODE_OPTIONS: `--import=${mistakes}` });
    await running.ready();
    for (let n = 0; n < 3; n += 1) running.child.kill('SIGUSR2');
    await vi.waitFor(() => expect(running.said()).toContain('unhandled promise rejection'));
    expect(await isReady(running.url)).toBe(true);
    const pid = postmaster();
    running.child.kill('SIGWINCH');
    expect((await running.ended).code).toBe(1);
    expect(running.said()).toContain('uncaught exception: the process exits');
    expect(findProcessMark(pid)).toBeNull();
  });
});
