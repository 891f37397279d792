import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeRows, listTests, rowsIn } from './rows.ts';
import { ROWS } from './rows-of-the-product.ts';

describe('a developer who looks for the tests of a row', () => {
  it('finds every row in a title, and nothing of the code around it', () => {
    const source = `
      test('somebody claims [J5 M1]', () => rows['[P1]']);
      it.each(['a', 'b'])(
        "they're told (%s) [U3]",
        () => {},
      );
      describe(\`a name [R1]\`, () => {});`;
    expect([...rowsIn(source)].sort()).toEqual(['J5', 'M1', 'R1', 'U3']);
  });

  it('finds no row that does not exist', () => {
    const known = ROWS.map(([id]) => id);
    expect([...listTests().keys()].filter((id) => !known.includes(id))).toEqual([]);
  });

  it('finds docs/rows.md up to date', () => {
    const written = readFileSync(join(import.meta.dirname, '../docs/rows.md'), 'utf8');
    expect(written, 'out of date: run `npx node scripts/rows.ts`').toBe(describeRows());
  });
});
