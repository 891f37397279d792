import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An empty data directory that the database may enter when the tests run as root. */
export function makeTempDataDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'kindpal-'));
  chmodSync(dir, 0o711);
  return dir;
}

/** Removes a data directory made by `makeTempDataDir`. */
export function removeTempDataDir(dir: string): void {
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
}
