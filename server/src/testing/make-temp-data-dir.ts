import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An empty data directory that the database may enter even when the tests run as root. */
export function makeTempDataDir(parent = tmpdir()): string {
  const dir = mkdtempSync(join(parent, 'kindpal-'));
  chmodSync(dir, 0o711);
  return dir;
}

/** Removes a data directory made by `makeTempDataDir`. */
export function removeTempDataDir(dir: string): void {
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
}

/**
 * The fastest place for temporary data: in memory if there is room. Copying a database makes 300
 * files, which takes 16 ms there and 300 ms on a slow disk.
 */
export function findFastTempDir(): string {
  const memoryDir = '/dev/shm';
  if (!existsSync(memoryDir)) return tmpdir();
  const { bavail, bsize } = statfsSync(memoryDir);
  return bavail * bsize > 2_000_000_000 ? memoryDir : tmpdir();
}
