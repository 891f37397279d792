import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const main = join(import.meta.dirname, '../main.ts');
const preload = join(import.meta.dirname, '../../../scripts/preload.js');

/** The whole product in a separate process, as an operator runs it. */
export type ServerProcess = {
  child: ChildProcess;
  pid: number;
  url: string;
  /** Its output so far. */
  said(): string;
  /** How it ended; pending while it runs. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  hasEnded(): boolean;
  /** Resolves when it accepts requests; rejects with its output when it exits first. */
  ready(): Promise<void>;
};

/** Starts one on a free port; `stdout` is an optional file descriptor instead of a pipe. */
export async function spawnServer(
  env: Record<string, string>,
  { stdout = 'pipe' }: { stdout?: 'pipe' | number } = {},
): Promise<ServerProcess> {
  const port = await findPort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['--import', preload, main], {
    stdio: ['ignore', stdout, 'pipe'],
    env: {
      PATH: process.env.PATH ?? '',
      HOST: '127.0.0.1',
      PORT: `${port}`,
      APP_URL: url,
      KINDPAL_MODE: 'test',
      LOG_LEVEL: 'info',
      ...env,
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      said += chunk;
    });
  }
  const ended = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
  // If it can't even be signaled, no test is waiting for its end.
  ended.catch(() => undefined);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    child,
    pid: child.pid as number,
    url,
    said: () => said,
    ended,
    hasEnded,
    async ready() {
      while (!(await isReady(url))) {
        if (hasEnded()) throw new Error(`the server ended: ${said}`);
        await sleep(50);
      }
    },
  };
}

/** Whether a server reports that it reaches its database. */
export async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) })).ok;
  } catch {
    return false;
  }
}

/** Ends a server that a test left running, with its database. */
export async function stopServer(server: ServerProcess | undefined): Promise<void> {
  if (!server || server.hasEnded()) return;
  server.child.kill('SIGTERM');
  const late = setTimeout(() => server.child.kill('SIGKILL'), 20_000);
  await server.ended;
  clearTimeout(late);
}

async function findPort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}
