import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '..');
/**
 * Every folder of the product; `db` runs others' statements, and tests and samples are not
 * production code.
 */
const folders = [...new Set(globSync('*/*.ts', { cwd: SOURCE }).map(dirname))].filter(
  (folder) => !['db', 'testing', 'seed'].includes(folder),
);

/** A hand-written statement that is sent; `req.query` is a part of an address. */
const SENT = /(?<!\breq)\.(execute|query)\b/;

/**
 * What code reads from hand-written statements without checking it. Rows are taken in one way,
 * `const { rows } = await tx.execute(…)`, and parsed; of a result as a whole only `rowCount` is
 * read, and it is not returned, because its reader would not know that its rows have no type.
 */
function uncheckedRows(code: string): string[] {
  if (!SENT.test(code)) return [];
  const taken = code.match(/\{[^{}()]*\brows\b[^{}]*\}(: [^=]+)?\s*(=(?!>)|\)\s*=>)[^;=]*/g) ?? [];
  const read = taken.filter((one) => !/\('SELECT FROM/.test(one));
  const known = read.filter((one) => /^\{ rows \} = await [\w.]+\.(execute|query)\(/.test(one));
  const parsed = code.match(/\.parse\(rows\b/g) ?? [];
  const returned =
    code.match(/\breturn [\w.]+\.(execute|query)\(|=> [\w.]+\.(execute|query)\(/g) ?? [];
  return [
    // Rows of `prepared`, `jsonRows` and `shortRead` are reviewed by the matrix.
    ...(code.match(/\.(execute|query)<[^(]*/g) ?? []),
    ...(code.match(/\.rows\b|\[['"`]rows\b/g) ?? []),
    ...read.filter((one) => !known.includes(one)),
    ...known.slice(parsed.length),
    ...(/\{ rowCount \} = /.test(code) ? [] : returned),
  ];
}

it.each(folders)(
  'a developer who renames a column in a statement of %s is told by a test',
  (feature) => {
    const files = globSync(`${feature}/**/*.ts`, { cwd: SOURCE }).filter(
      (file) => !/\.(test|samples)\./.test(file),
    );
    for (const file of files) {
      expect([file, uncheckedRows(readFileSync(join(SOURCE, file), 'utf8'))]).toEqual([file, []]);
    }
  },
);

it.each([
  'const { rows } = await tx.execute(sql`SELECT id FROM pets`);\nreturn rows[0];',
  'const { rows, rowCount } = await tx.execute(sql`SELECT id FROM pets`);\nidSchema.parse(rows);',
  'const { rows: pets } = await tx.execute(sql`SELECT id FROM pets`);',
  'const { rows: [pet] } = await tx.execute(sql`SELECT id FROM pets`);',
  'const { rows }: Found = await tx.execute(sql`SELECT id FROM pets`);\nidSchema.parse(rows);',
  'const { rows } = await tx.execute<Pet>(sql`SELECT id FROM pets`);\nidSchema.parse(rows);',
  'const { rows } = await inTransaction((tx) => tx.execute(sql`SELECT id FROM pets`));',
  'const result = await tx.execute(sql`SELECT id FROM pets`);\nreturn result.rows[0];',
  "const result = await pool.query('SELECT id FROM pets');\nreturn result['rows'];",
  "return (await pool.query('SELECT id FROM pets')).rows;",
  "return pool.query('SELECT id FROM pets').then(({ rows }) => rows);",
  'return tx.execute(sql`SELECT id FROM pets`);',
])('rows that nothing checks are found: %s', (code) => {
  expect(uncheckedRows(code)).not.toEqual([]);
});

it.each([
  'const { rows } = await tx.execute(sql`SELECT id FROM pets`);\nidSchema.parse(rows[0]);',
  "const { rows } = await pool.query('SELECT FROM pets');\nreturn rows.length > 0;",
  'const found = await tx.execute(sql`SELECT FROM pets`);\nreturn found.rowCount === 1;',
  'await tx.execute(sql`DELETE FROM pets WHERE is_gone`);',
  "const id = c.req.query('id');\nreturn found.rows;",
])('what is checked, or has no columns, is not: %s', (code) => {
  expect(uncheckedRows(code)).toEqual([]);
});
