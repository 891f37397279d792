import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../../scripts/find-free-port.ts';
import type { DatabaseAccess } from '../../server/src/db/serving-role.ts';
import { SECRET } from './sessions.ts';

const project = join(import.meta.dirname, '../..');

/**
 * The longest time between two event loop turns, and how long its thread worked in it, in
 * milliseconds.
 */
export type LongestBlock = { block: number; work: number };
export type Server = {
  port: number;
  pid: number;
  /** The longest block of its event loop since the last call. */
  longestBlock(): Promise<LongestBlock>;
  stop(): Promise<void>;
};

/**
 * Both servers run in their own sessions, as with a service manager. Linux divides the CPU
 * between sessions first: in the bench's session they would compete with its clients, and the low
 * priority of the hashing threads would have no effect against PostgreSQL.
 */
const OWN_SESSION = { detached: true };
const LOOP_WATCH = join(import.meta.dirname, 'watch-event-loop.ts');

/** Kindpal as `npm start` starts it, on a given database, in a separate process. */
export async function startKindpal(
  database: DatabaseAccess,
  dataDir: string,
  { watchesLoop = false, smtpUrl }: { watchesLoop?: boolean; smtpUrl?: string | undefined } = {},
): Promise<Server> {
  const port = await findFreePort();
  const flags = [...startFlags(), ...(watchesLoop ? ['--import', LOOP_WATCH] : [])];
  const child = spawn(process.execPath, [...flags, 'scripts/start.ts'], {
    ...OWN_SESSION,
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit', ...(watchesLoop ? (['ipc'] as const) : [])],
    env: {
      PATH: process.env.PATH,
      KINDPAL_MODE: 'test',
      PORT: `${port}`,
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
      APP_SECRET: SECRET,
      // Here one member sends the requests of thousands: limits are counted, but never reached.
      LIMIT_SCALE: '100000',
      LOG_LEVEL: 'warn',
      ...(smtpUrl && { SMTP_URL: smtpUrl }),
    },
  });
  // Warnings are JSON lines; other output is for people.
  child.stdout?.on('data', (said: Buffer) => {
    for (const line of said.toString().split('\n')) if (line.startsWith('{')) console.error(line);
  });
  for (let tries = 0; !(await isReady(port)); tries++) {
    if (child.exitCode !== null || tries > 600) throw new Error('Kindpal did not start');
    await sleep(50);
  }
  return serverOf(child, port);
}

/** The flags that `npm start` passes to Node. */
function startFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
  const [, flags] = /^node (.*) scripts\/start\.ts$/.exec(scripts.start) ?? [];
  if (!flags) throw new Error('npm start gives Node no flags: read docs/decisions/0012-memory.md');
  return flags.split(' ');
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  } catch {
    return false;
  }
}

/** The bare limit on the same database. */
export async function startLimit(databaseUrl: string): Promise<Server> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'limit-server.ts'), databaseUrl],
    { ...OWN_SESSION, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [said] = (await once(child.stdout as NonNullable<typeof child.stdout>, 'data')) as [Buffer];
  return serverOf(child, Number(/\d+/.exec(said.toString())?.[0]));
}

function serverOf(child: ChildProcess, port: number): Server {
  let stopping = false;
  child.once('exit', (code, signal) => {
    if (!stopping) console.error(`The server on port ${port} ended by itself: ${signal ?? code}`);
  });
  return {
    port,
    pid: child.pid as number,
    async longestBlock() {
      if (!child.connected) throw new Error('the event loop of this server is not measured');
      const answer = once(child, 'message');
      child.send('longest block');
      return ((await answer) as [LongestBlock])[0];
    },
    async stop() {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** The resident memory of a process in MB, or null if unknown. */
export function residentMegabytes(pid: number): number | null {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes ? (Number(kilobytes) * 1024) / 1e6 : null;
  } catch {
    return null;
  }
}
