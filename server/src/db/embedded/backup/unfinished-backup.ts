import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findBinaries } from '../find-binaries.ts';
import { takeLock } from '../lock-data-dir.ts';
import { findPostmasterFile } from '../postmaster-file.ts';
import { isPostmasterOf } from '../process-state.ts';
import { endPostmaster } from '../run-postmaster.ts';

/** Where a backup is made before it appears as `dir`. */
export const workshopOf = (dir: string): string => `${dir}.unfinished`;

/**
 * Two at once would verify and rename each other's files: throws while another process writes
 * `dir`; returns a function that releases it.
 */
export function lockTarget(dir: string): () => void {
  const refuse = (pid: string) => {
    throw new Error(`Another backup (process ${pid}) is writing ${dir}`);
  };
  return takeLock(`${dir}.lock`, refuse, 'backup');
}

/**
 * Removes the remains of an interrupted backup, and stops the server it may have been tested
 * with.
 */
export async function clearUnfinished(work: string): Promise<void> {
  const cluster = join(work, 'postgres');
  const pid = existsSync(cluster) ? findPostmasterFile(cluster)?.pid : undefined;
  if (pid && isPostmasterOf(cluster, pid)) {
    await endPostmaster({ cluster, user: null, binaries: await findBinaries() }, pid);
  }
  await rm(work, { recursive: true, force: true });
}
