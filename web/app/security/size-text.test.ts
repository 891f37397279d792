import { expect, test } from 'vitest';
import { sizeText } from './size-text.ts';

test('a size is shown in the unit that people would use [X1]', () => {
  expect([0, 999, 1500, 12_345, 3_400_000, 2_000_000_000_000].map(sizeText)).toEqual([
    '0 bytes',
    '999 bytes',
    '1.5 kB',
    '12 kB',
    '3.4 MB',
    '2000 GB',
  ]);
});
