import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a PostgreSQL server writes about itself into its directory. */
export interface PostmasterFile {
  pid: number;
  port: number;
  socketDir: string;
  /** 'ready' once it accepts connections; also 'starting', 'stopping', 'standby' or still ''. */
  status: string;
}

/** Reads postmaster.pid; null when there is none. */
export function findPostmasterFile(cluster: string): PostmasterFile | null {
  const text = readPostmasterPid(cluster);
  if (text === null) return null;
  const lines = text.split('\n').map((line) => line.trim());
  return {
    pid: Number(lines[0]) || 0,
    port: Number(lines[3]) || 0,
    socketDir: lines[4] ?? '',
    status: lines[7] ?? '',
  };
}

/**
 * Lets a new server ignore a postmaster.pid whose process is not a PostgreSQL of this directory
 * (the id was reused, or is a zombie's). PostgreSQL treats its parent's id as stale; the rest of
 * the file stays, because it identifies shared memory that orphans may still use.
 */
export function disownPostmasterFile(cluster: string): void {
  const text = readPostmasterPid(cluster);
  if (text === null) return;
  const file = join(cluster, 'postmaster.pid');
  if (!/^\d+\n/.test(text)) rmSync(file, { force: true });
  else writeFileSync(file, text.replace(/^\d+/, `${process.pid}`));
}

function readPostmasterPid(cluster: string): string | null {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
