import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A file with this name exists in a data directory while a backup is being restored. */
export const UNFINISHED = 'restore-unfinished';

/** Starting on half a restore would show members an empty or broken community. */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (!existsSync(join(dataDir, UNFINISHED))) return;
  throw new Error(`A restore into ${dataDir} was interrupted: empty it and restore again`);
}
