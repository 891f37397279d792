import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('every part that a drawing names is in the file of the drawings', () => {
  const file = readFileSync(join(import.meta.dirname, 'drawings.svg'), 'utf8');
  const sources = globSync('*.tsx', { cwd: import.meta.dirname }).map((name) =>
    readFileSync(join(import.meta.dirname, name), 'utf8'),
  );
  const named = sources.flatMap((source) => [
    ...[...source.matchAll(/<Part name="([^"]+)"/g)].map(([, name]) => name as string),
    ...[...source.matchAll(/drawing\(\s*'[^']+',\s*'([^']+)'/g)].map(([, name]) => name as string),
  ]);
  expect(named).toContain('neighborhood');
  expect(named.filter((name) => !file.includes(`id="${name}"`))).toEqual([]);
});
