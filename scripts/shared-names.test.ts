import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sources } from './sources.ts';

const root = join(import.meta.dirname, '..');
const PACKAGES = ['server/src', 'web/app'];
/** Names that the router gives to the parts of a page. */
const OF_FRAMEWORK = ['meta', 'loader', 'clientLoader', 'handle', 'ErrorBoundary', 'links'];
/** A part and its lazy form are the same thing, and `useOpenForm` loads any module with `send`. */
const ALLOWED = ['AddPhoneWindow', 'send'];
const EXPORTED =
  /^export (?:async )?(?:function\*?|const|let|class|type|interface|enum) (?<name>\w+)/gm;

/** The names that several files of one package export. */
function sharedNames(files: string[], read: (file: string) => string): string[] {
  const seen = new Map<string, string[]>();
  for (const file of files) {
    for (const { groups } of read(file).matchAll(EXPORTED)) {
      const name = groups?.name ?? '';
      seen.set(name, [...(seen.get(name) ?? []), file]);
    }
  }
  return [...seen]
    .filter(([, those]) => new Set(those).size > 1)
    .filter(([name]) => ![...OF_FRAMEWORK, ...ALLOWED].includes(name))
    .map(([name, those]) => `${name}: ${those.join(', ')}`);
}

it.each(PACKAGES)('a name that %s exports means one thing', (folder) => {
  const files = sources().filter(
    (file) =>
      file.startsWith(`${folder}/`) && !/\.test\.|\.samples\.|matrix|\/(testing|seed)\//.test(file),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(sharedNames(files, (file) => readFileSync(join(root, file), 'utf8'))).toEqual([]);
});

it('a name that two files export is found, a local one is none', () => {
  const found = (one: string, other: string) =>
    sharedNames(['one.ts', 'other.ts'], (file) => (file === 'one.ts' ? one : other));
  expect(found('export const PETS = 1;', 'export type PETS = number;')).toEqual([
    'PETS: one.ts, other.ts',
  ]);
  expect(found('export async function find() {}', 'export function find() {}')).toHaveLength(1);
  expect(found('export const PETS = 1;', 'const PETS = 1;')).toEqual([]);
});
