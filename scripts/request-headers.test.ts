import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sources } from './sources.ts';

const root = join(import.meta.dirname, '..');

/** The headers of our own that the code of a package names, without its tests. */
function headersIn(folder: string): Set<string> {
  const files = sources().filter((file) => file.startsWith(folder) && !/\.test\.tsx?$/.test(file));
  const named = files.flatMap((file) => {
    return readFileSync(join(root, file), 'utf8').match(/'x-kindpal-[a-z-]+'/g) ?? [];
  });
  return new Set(named);
}

test('every header that a page sends is read by the server [S6]', () => {
  const sent = headersIn('web/app');
  expect(sent).toContain("'x-kindpal-member'");
  expect([...sent].filter((name) => !headersIn('server/src').has(name))).toEqual([]);
});
