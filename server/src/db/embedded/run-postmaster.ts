import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Address, chooseAddress, prepareSocketDir } from './choose-address.ts';
import type { Place } from './choose-place.ts';
import { bareEnv } from './create-cluster.ts';
import { disownPostmasterFile, findPostmasterFile } from './postmaster-file.ts';
import { findProcessMark, isPostmasterOf } from './process-state.ts';

export interface RunningPostmaster extends Address {
  pid: number;
  /** True when it was already running. */
  attached: boolean;
}

interface Run {
  place: Place;
  logFile: string;
  fsync: boolean;
  /** The previous address, if it must be reused. */
  before?: Address | undefined;
}

const ORPHANS_TIMEOUT_MS = 60_000;

/**
 * Returns the running server of a directory: attaches to a live one, or starts one. Resolves when
 * it accepts connections. Throws one line with the end of its log when it can't.
 */
export async function runPostmaster(run: Run): Promise<RunningPostmaster> {
  const { cluster } = run.place;
  const deadline = Date.now() + ORPHANS_TIMEOUT_MS;
  for (;;) {
    const attached = await attach(cluster);
    if (attached) return attached;
    try {
      return await start(run);
    } catch (error) {
      // The children of a killed server exit on their own once they notice.
      const orphans = (error as Error).message.includes('shared memory block');
      if (!orphans || Date.now() > deadline) throw error;
      await sleep(200);
    }
  }
}

/** Stops the server: first rolls back running statements, after 20 s without waiting. */
export async function endPostmaster(place: Place, pid: number): Promise<void> {
  const mark = findProcessMark(pid);
  const isGone = () => mark === null || findProcessMark(pid) !== mark;
  for (const [mode, signal, timeoutMs] of [
    ['fast', 'SIGINT', 20_000],
    ['immediate', 'SIGQUIT', 10_000],
  ] as const) {
    if (process.platform === 'win32') pgCtl(place, ['stop', '-W', '-m', mode]);
    else if (isPostmasterOf(place.cluster, pid)) process.kill(pid, signal);
    const deadline = Date.now() + timeoutMs;
    while (!isGone() && Date.now() < deadline) await sleep(10);
    if (isGone()) return;
  }
  throw new Error(`PostgreSQL (process ${pid}) does not stop`);
}

async function attach(cluster: string): Promise<RunningPostmaster | null> {
  for (;;) {
    const file = findPostmasterFile(cluster);
    if (!file) return null;
    if (!isPostmasterOf(cluster, file.pid)) {
      disownPostmasterFile(cluster);
      return null;
    }
    if (file.status === 'ready') {
      const host = file.socketDir || '127.0.0.1';
      return { pid: file.pid, host, port: file.port, attached: true };
    }
    await sleep(10);
  }
}

async function start(run: Run): Promise<RunningPostmaster> {
  const { place, logFile } = run;
  const address = run.before ?? (await chooseAddress(place));
  if (address.host.startsWith('/')) prepareSocketDir(address, place);
  const logStart = startNewLog(logFile);
  const settings = [
    `listen_addresses=${address.host.startsWith('/') ? '' : address.host}`,
    `unix_socket_directories=${address.host.startsWith('/') ? address.host : ''}`,
    `port=${address.port}`,
    'unix_socket_permissions=0700',
    ...(run.fsync ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ];
  const child = process.platform === 'win32' ? null : spawnPostgres(run, settings);
  if (!child) pgCtl(place, ['start', '-W', '-l', logFile, '-o', settings.map(quoted).join(' ')]);

  let ended = false;
  let failure: string | undefined;
  child?.once('exit', () => {
    ended = true;
  });
  child?.once('error', (error) => {
    ended = true;
    failure = error.message;
  });
  for (let waited = 0; !ended && (child || waited < 60_000); waited += 10) {
    await sleep(10);
    const file = findPostmasterFile(place.cluster);
    const pid = child ? child.pid : file?.pid;
    if (file && pid === file.pid && file.status === 'ready') {
      return { pid: file.pid, ...address, attached: false };
    }
  }
  throw new Error(`PostgreSQL does not start: ${failure ?? lastWords(logFile, logStart)}`);
}

function spawnPostgres({ place, logFile }: Run, settings: string[]) {
  const output = openSync(logFile, 'a', 0o600);
  try {
    const child = spawn(
      place.binaries.postgres,
      ['-D', place.cluster, ...settings.flatMap((setting) => ['-c', setting])],
      {
        cwd: '/',
        env: bareEnv(),
        // In its own process group: Ctrl-C reaches only Node, which drains before the database
        // stops.
        detached: true,
        stdio: ['ignore', output, output],
        ...(place.user && { uid: place.user.uid, gid: place.user.gid }),
      },
    );
    child.unref();
    return child;
  } finally {
    closeSync(output);
  }
}

// Its output is never piped: the server would keep the pipe open and block the reader.
function pgCtl({ binaries, cluster }: Place, args: string[]): void {
  spawn(binaries.pg_ctl, [...args, '-D', cluster], {
    env: bareEnv(),
    stdio: 'ignore',
    windowsHide: true,
  }).unref();
}

const quoted = (setting: string) => `"-c" "${setting}"`;

/** Rotates a large log; returns the length of its contents before this start. */
function startNewLog(logFile: string): number {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size < 5_000_000) return size;
  renameSync(logFile, `${logFile}.1`);
  return 0;
}

function lastWords(logFile: string, from: number): string {
  const lines = readFileSync(logFile).subarray(from).toString().trim().split('\n');
  const fatal = lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? '';
  return `${fatal.replace(/^.*?(FATAL|PANIC): +/, '') || 'it said nothing'} (see ${logFile})`;
}

/**
 * Calls back once when the server is gone for any reason; returns a function that stops watching.
 */
export function watchPostmaster(pid: number, onGone: () => void): () => void {
  const mark = findProcessMark(pid);
  const check = () => {
    if (mark !== null && findProcessMark(pid) === mark) return;
    clearInterval(timer);
    onGone();
  };
  const timer = setInterval(() => {
    try {
      check();
    } catch {
      // Without a free descriptor it cannot tell, and asks again.
    }
  }, 250);
  timer.unref();
  return () => clearInterval(timer);
}
