import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sources } from './sources.ts';

const root = join(import.meta.dirname, '..');
const isTest = (file: string) => /\.test\.|\.samples\.|\.matrix\.|\/testing\/|^e2e\//.test(file);
/** Their exports are read by name: by Drizzle Kit, by React Router, and by the build. */
const READ_BY_TOOLS = /^server\/src\/db\/schema\/|^web\/app\/(routes\/|root\.tsx|lib\/router\/)/;
/** What only tests read, and why it is there. */
const FOR_TESTS: Record<string, string> = {
  LEFT_OUT: 'says why a table is not in the archive; a test compares it with the tables',
  runDueTasks: 'does a minute’s work at once',
};
const EXPORTED =
  /^export (?:async )?(?:function\*?|const|let|class|type|interface|enum) (?<name>\w+)/gm;

const withoutComments = (code: string) =>
  code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/ .*$/gm, '$1');
const wordsOf = (code: string) => code.match(/[A-Za-z_$][\w$]*/g) ?? [];

/** Exports that no code but tests reads, in their own file either. */
function deadExports(files: Record<string, string>): string[] {
  const product = Object.entries(files)
    .filter(([file]) => !isTest(file))
    .map(([file, code]) => [file, withoutComments(code)] as const);
  const uses = new Map<string, number>();
  for (const [, code] of product) {
    for (const word of wordsOf(code)) uses.set(word, (uses.get(word) ?? 0) + 1);
  }
  return product
    .filter(([file]) => !READ_BY_TOOLS.test(file))
    .flatMap(([file, code]) =>
      [...code.matchAll(EXPORTED)].map(({ groups }) => [file, groups?.name ?? ''] as const),
    )
    .filter(([, name]) => uses.get(name) === 1)
    .map(([file, name]) => `${file}: ${name}`);
}

it('a developer finds no export that nothing reads', () => {
  // The build and the commands read exports too.
  const others = ['scripts', 'web'].flatMap((folder) =>
    globSync(`${folder}/*.ts`, { cwd: root }).filter((file) => !isTest(file)),
  );
  const files = [...sources(), ...others].map((file) => [
    file,
    readFileSync(join(root, file), 'utf8'),
  ]);
  const dead = deadExports(Object.fromEntries(files));
  const known = dead.filter((one) => (one.split(': ')[1] ?? '') in FOR_TESTS);
  expect(dead.filter((one) => !known.includes(one))).toEqual([]);
  expect(known, 'A name in FOR_TESTS is read').toHaveLength(Object.keys(FOR_TESTS).length);
});

it('an export that only tests and comments name is found, one that its file uses is none', () => {
  const dead = (reader: string, name = 'other.ts') =>
    deadExports({ 'pets.ts': 'export const PETS = 1;', [name]: reader });
  expect(dead('// PETS')).toEqual(['pets.ts: PETS']);
  expect(dead('expect(PETS)', 'pets.test.ts')).toEqual(['pets.ts: PETS']);
  expect(dead('use(PETS)')).toEqual([]);
  expect(deadExports({ 'pets.ts': 'export const PETS = 1;\nuse(PETS);' })).toEqual([]);
});
