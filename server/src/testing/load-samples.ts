import { globSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE = join(import.meta.dirname, '..');

/**
 * What `<feature>.samples.ts` of all features export, in the order of their names: their rows for
 * tests that need some of every feature. `Samples` names what the caller uses; each may be missing.
 */
export function loadSamples<Samples extends object>(): Promise<Partial<Samples>[]> {
  const files = globSync('*/*.samples.ts', { cwd: SOURCE }).sort();
  return Promise.all(files.map((file) => import(join(SOURCE, file)) as Promise<Partial<Samples>>));
}
