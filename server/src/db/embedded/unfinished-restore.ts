import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A file of this name stands in a data directory while a backup is put into it. */
export const UNFINISHED = 'restore-unfinished';

/** Starting on half a restore would greet the members with an empty or torn community. */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (!existsSync(join(dataDir, UNFINISHED))) return;
  throw new Error(`A restore into ${dataDir} was interrupted: empty it and restore again`);
}
