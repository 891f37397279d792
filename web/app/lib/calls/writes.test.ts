import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '@kindpal/contract';
import { expect, it } from 'vitest';

const APP = join(import.meta.dirname, '../..');

/** The writes that this code sends with `.call()` instead of `useMutation`. */
function bareWrites(code: string): string[] {
  const calls = code.matchAll(/\bapi\s*\.(\w+)\s*\.(\w+)\s*\.call\b/g);
  return [...calls].flatMap(([, feature = '', name = '']) =>
    methodOf(feature, name) === 'GET' ? [] : `${feature}.${name}`,
  );
}

function methodOf(feature: string, name: string): string | undefined {
  const calls = contract[feature as keyof typeof contract] as Record<string, object>;
  const call = calls[name] as { '~orpc': { route: { method?: string } } };
  return call['~orpc'].route.method;
}

it('a developer who writes without useMutation is told, so that a busy button and its failure show', () => {
  const found = globSync('**/*.{ts,tsx}', { cwd: APP, exclude: ['**/*.test.ts'] }).flatMap((file) =>
    bareWrites(readFileSync(join(APP, file), 'utf8')).map((name) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});

it('a write with .call() is found, on one line or several, and a read is none', () => {
  expect(bareWrites('await api.pet.create.call(input);')).toEqual(['pet.create']);
  expect(bareWrites('await api.pet\n  .remove\n  .call(input);')).toEqual(['pet.remove']);
  expect(bareWrites('await api.job.get.call({ id });')).toEqual([]);
});
