import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Rows } from './cases.ts';
import { withPages } from './reads.ts';

const SOURCE = join(import.meta.dirname, '../..');

/** Every feature's requests, and the file of their reviewed answers. */
export async function loadRows(): Promise<{ name: string; reviewed: string; rows: Rows }[]> {
  const files = globSync('*/*.matrix.ts', { cwd: SOURCE }).sort();
  return Promise.all(
    files.map(async (file) => ({
      reviewed: join(SOURCE, file.replace(/\.ts$/, '.txt')),
      name: basename(file, '.matrix.ts'),
      rows: withPages(((await import(join(SOURCE, file))) as { rows: Rows }).rows),
    })),
  );
}
