import { openSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findPostmasterFile } from '../db/embedded/postmaster-file.ts';
import { findProcessMark } from '../db/embedded/process-state.ts';
import { createTestDatabase, runOn } from '../testing/database.ts';
import { FOUNDER, joinAsFounder } from '../testing/founder.ts';
import {
  findFastTempDir,
  makeTempDataDir,
  removeTempDataDir,
} from '../testing/make-temp-data-dir.ts';
import { isReady, type ServerProcess, spawnServer, stopServer } from '../testing/server-process.ts';
import { type SilentServer, startSilentServer } from '../testing/silent-server.ts';

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

/** Sends SIGTERM; gives how the process ended and after how many milliseconds. */
async function terminate({ child, ended }: ServerProcess) {
  const began = performance.now();
  child.kill('SIGTERM');
  const { code } = await ended;
  return { code, took: performance.now() - began };
}

const postmaster = () => findPostmasterFile(join(dataDir, 'postgres'))?.pid ?? 0;

describe('an operator who sends SIGTERM', () => {
  test('has the server ended within 15 seconds while mails hang, and its database with it', async () => {
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

  test('stops one that is only starting, which leaves nothing behind', async () => {
    const starting = await start();
    await vi.waitFor(() => expect(postmaster()).toBeGreaterThan(0), { timeout: 40_000 });
    const pid = postmaster();
    const { code } = await terminate(starting);
    expect(code).toBe(0);
    expect(starting.said()).not.toContain('is running at');
    expect(findProcessMark(pid)).toBeNull();
  });

  test('stops one at once that waits for a database', async () => {
    const waiting = await start({
      DATABASE_URL: `postgres://u:p@127.0.0.1:${silent.port}/kindpal`,
      APP_SECRET: 'x'.repeat(32),
    });
    await vi.waitFor(() => expect(silent.connections()).toBeGreaterThan(0), { timeout: 40_000 });
    const { code, took } = await terminate(waiting);
    expect({ code, atOnce: took < 3_000 }).toEqual({ code: 0, atOnce: true });
  });

  test('cuts nobody off: under load every request that was taken is answered', async () => {
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

describe('a mistake in the code', () => {
  const mistakes = `data:text/javascript,${encodeURIComponent(`
    process.on('SIGUSR2', () => { Promise.reject(new Error('nobody waited')); });
    process.on('SIGWINCH', () => { throw new Error('nobody caught'); });`)}`;

  test('that leaves a failure unhandled is logged, and members go on; one that throws ends everything in order', async () => {
    const running = await start({ NODE_OPTIONS: `--import=${mistakes}` });
    await running.ready();
    for (let n = 0; n < 3; n += 1) running.child.kill('SIGUSR2');
    await vi.waitFor(() => expect(running.said()).toContain('a failure that nobody handled'));
    expect(await isReady(running.url)).toBe(true);
    const pid = postmaster();
    running.child.kill('SIGWINCH');
    expect((await running.ended).code).toBe(1);
    expect(running.said()).toContain('an error that nobody caught ends this process');
    expect(findProcessMark(pid)).toBeNull();
  });
});

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

  test('on a disk that is full for the log still has a Kindpal that answers and stops', async () => {
    const full = openSync('/dev/full', 'w');
    server = await spawnServer({ DATA_DIR: dataDir, LOG_LEVEL: 'trace' }, { stdout: full });
    await server.ready();
    for (let n = 0; n < 20; n += 1) {
      expect((await fetch(`${server.url}/storage/v1/object/nothing`)).status).toBe(404);
      expect(await isReady(server.url)).toBe(true);
    }
    await sleep(1_000);
    expect(await isReady(server.url)).toBe(true);
    expect((await terminate(server)).code).toBe(0);
  });
});
