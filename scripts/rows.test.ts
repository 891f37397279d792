import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeRows, listTests, rowsIn } from './rows.ts';
import { ROWS } from './rows-of-the-product.ts';

describe('a developer who asks where a promise is tested', () => {
  it('finds every row of a title, and none of the code around it', () => {
    const source = `
      test('somebody claims [J5 M1]', () => rows['[P1]']);
      it.each(['a', 'b'])(
        "they're told (%s) [U3]",
        () => {},
      );
      describe(\`a name [R1]\`, () => {});`;
    expect([...rowsIn(source)].sort()).toEqual(['J5', 'M1', 'R1', 'U3']);
  });

  it('reads of no row that does not exist', () => {
    const known = ROWS.map(([id]) => id);
    expect([...listTests().keys()].filter((id) => !known.includes(id))).toEqual([]);
  });

  it('finds docs/rows.md as it would be written now', () => {
    const written = readFileSync(join(import.meta.dirname, '../docs/rows.md'), 'utf8');
    expect(written, 'out of date: run `npx node scripts/rows.ts`').toBe(describeRows());
  });
});
