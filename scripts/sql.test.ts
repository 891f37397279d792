import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sources } from './sources.ts';

const root = join(import.meta.dirname, '..');

/** The database client itself, and what fills a demo or a test. */
const OUTSIDE = /^server\/src\/(db|seed|testing)\/|\.test\.ts$/;

const files = sources()
  .filter((file) => file.startsWith('server/') && !OUTSIDE.test(file))
  .map((file) => ({ file, code: readFileSync(join(root, file), 'utf8') }));

/** The names that a file gives the rows of statements whose columns nobody has checked. */
function uncheckedRows(code: string): string[] {
  const taken = code.matchAll(/\{ rows(?:: (\w+))? \} = await [\w.]+\.(?:execute|query)\(/g);
  return [...taken].map(([, name = 'rows']) => name);
}

describe('a row of hand-written SQL', () => {
  it('gets a type only from the helpers whose columns the matrix reviews', () => {
    const typed = files.filter(({ code }) => /\.(execute|query)<|\.rows as /.test(code));
    expect(typed.map(({ file }) => file)).toEqual([]);
  });

  it('from any other statement is used only after a schema has parsed it', () => {
    const unchecked = files.flatMap(({ file, code }) =>
      uncheckedRows(code).map((name) => ({ file, code, name })),
    );
    expect(unchecked.length).toBeGreaterThan(5);
    const used = unchecked.filter(({ code, name }) =>
      new RegExp(`(?<!\\.parse\\()\\b${name}(\\[|\\.(?!length))| of ${name}\\)`).test(code),
    );
    expect(used.map(({ file }) => file)).toEqual([]);
  });
});
