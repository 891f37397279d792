import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProcessMark } from './process-state.ts';

/** Another running Kindpal uses this data directory. The message names its process. */
export class DataDirInUse extends Error {
  override name = 'DataDirInUse';
}

/**
 * Makes this process the only Kindpal of a data directory; returns a function that releases it.
 * The lock of a dead process is taken over. Throws `DataDirInUse`.
 */
export function lockDataDir(dataDir: string): () => void {
  return takeLock(join(dataDir, 'kindpal.pid'), (pid) => {
    throw new DataDirInUse(
      `Another Kindpal (process ${pid}) is using ${dataDir}: stop it, or set another DATA_DIR`,
    );
  });
}

/**
 * Makes the file `lock` this process's own; returns a function that removes it. The lock of a dead
 * process is taken over; `refuse` throws for one of a live process.
 */
export function takeLock(lock: string, refuse: (pid: string) => never): () => void {
  const draft = `${lock}.${process.pid}`;
  const mine = `${process.pid}\n${findProcessMark(process.pid)}\n`;
  writeFileSync(draft, mine, { mode: 0o600 });
  try {
    while (!linked(draft, lock)) clearStaleLock(lock, refuse);
  } finally {
    rmSync(draft, { force: true });
  }
  return () => {
    if (readLock(lock) === mine) rmSync(lock, { force: true });
  };
}

function clearStaleLock(lock: string, refuse: (pid: string) => never): void {
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

function refuseIfLive(held: string, refuse: (pid: string) => never): void {
  const [pid = '', mark = ''] = held.split('\n');
  if (held !== '' && findProcessMark(Number(pid)) === mark) refuse(pid);
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
