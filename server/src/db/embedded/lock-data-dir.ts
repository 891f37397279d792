import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProcessMark } from './process-state.ts';

/** What runs on a data directory. */
type Use = 'Kindpal' | 'backup' | 'restore';

/** Something else uses this data directory. The message names its process. */
export class DataDirInUse extends Error {
  override name = 'DataDirInUse';
  readonly use: Use;
  readonly pid: string;

  constructor(dataDir: string, pid: string, use: Use) {
    super(sayInUse(dataDir, pid, use));
    this.use = use;
    this.pid = pid;
  }
}

function sayInUse(dataDir: string, pid: string, use: Use): string {
  if (use === 'backup') return `A backup (process ${pid}) is still using ${dataDir}: stop it`;
  if (use === 'restore') {
    return `A restore (process ${pid}) into ${dataDir} is in progress: wait until it is over`;
  }
  return `Another Kindpal (process ${pid}) is using ${dataDir}: stop it, or set another DATA_DIR`;
}

/**
 * Makes this process the only one of a data directory; returns a function that releases it. The
 * lock of a dead process is taken over. Throws `DataDirInUse`.
 */
export function lockDataDir(use: Use, dataDir: string): () => void {
  const refuse = (pid: string, found: string) => {
    // Releases before this one do not write what runs.
    const known = found === 'backup' || found === 'restore' ? found : 'Kindpal';
    throw new DataDirInUse(dataDir, pid, known);
  };
  return takeLock(join(dataDir, 'kindpal.pid'), refuse, use);
}

type Refuse = (pid: string, use: string) => never;

/**
 * Makes the file `lock` this process's own, with what it is for; returns a function that removes
 * it. The lock of a dead process is taken over; `refuse` throws for one of a live process.
 */
export function takeLock(lock: string, refuse: Refuse, use: string): () => void {
  // A start that waits tries again often: that writes nothing.
  refuseIfLive(readLock(lock), refuse);
  const draft = `${lock}.${process.pid}`;
  const mine = `${process.pid}\n${findProcessMark(process.pid)}\n${use}\n`;
  try {
    writeFileSync(draft, mine, { mode: 0o600 });
    while (!linked(draft, lock)) clearStaleLock(lock, refuse);
  } finally {
    rmSync(draft, { force: true });
  }
  return () => {
    if (readLock(lock) === mine) rmSync(lock, { force: true });
  };
}

function clearStaleLock(lock: string, refuse: Refuse): void {
  const held = readLock(lock);
  refuseIfLive(held, refuse);
  const aside = `${lock}.stale-${process.pid}`;
  try {
    renameSync(lock, aside);
  } catch {
    return;
  }
  // Another start may have taken over between the two lines above: then it gets its lock back.
  const moved = readLock(aside);
  if (moved !== held) linked(aside, lock);
  rmSync(aside, { force: true });
  if (moved !== held) refuseIfLive(moved, refuse);
}

function refuseIfLive(held: string, refuse: Refuse): void {
  const [pid = '', mark = '', use = ''] = held.split('\n');
  if (held !== '' && findProcessMark(Number(pid)) === mark) refuse(pid, use);
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function readLock(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
