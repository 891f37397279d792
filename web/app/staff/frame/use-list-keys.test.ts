import { expect, it } from 'vitest';
import { nextRow } from './use-list-keys.ts';

it.each([
  ['j', -1, 3, 0],
  ['j', 0, 3, 1],
  ['j', 2, 3, 2],
  ['k', 2, 3, 1],
  ['k', 0, 3, 0],
  ['k', -1, 3, 0],
  ['j', -1, 0, null],
  ['x', 0, 3, null],
])('staff who press %s on row %s of %s come to row %s', (key, at, rows, next) => {
  expect(nextRow(key, { at, rows })).toBe(next);
});
