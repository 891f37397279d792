import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const project = join(import.meta.dirname, '..');

/** The heap in MB of a process after loading drizzle-orm. */
function heapAfterLoading(flags: string[]): number {
  const program = `await import('drizzle-orm/node-postgres');
    console.log(process.memoryUsage().heapUsed / 1e6)`;
  const all = [...flags, '--input-type=module', '--eval', program];
  const said = execFileSync(process.execPath, all, { cwd: join(project, 'server') });
  return Number(said.toString());
}

test('a start does not read drizzle-orm’s package file again for each of its files', () => {
  const preloaded = heapAfterLoading(['--import', join(project, 'scripts/preload.js')]);
  expect(preloaded).toBeLessThan(heapAfterLoading([]) / 3);
});
