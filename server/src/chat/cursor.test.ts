import { expect, test } from 'vitest';
import { errorOf } from '../testing/refusal-of.ts';
import { cursorAt, seqOf } from './cursor.ts';

const secret = 'x'.repeat(32);

test('a cursor leads to its message, and does not tell how many others the community has [M1] [M2]', () => {
  expect(seqOf(secret, cursorAt(secret, 4_711))).toBe(4_711);
  expect(seqOf(secret, cursorAt(secret, Number.MAX_SAFE_INTEGER))).toBe(Number.MAX_SAFE_INTEGER);
  expect(cursorAt(secret, 1)).not.toBe(cursorAt(secret, 1));
  expect(cursorAt(secret, 1)).toHaveLength(cursorAt(secret, Number.MAX_SAFE_INTEGER).length);
});

test.each(['', '3mv', '0'.repeat(11), cursorAt('y'.repeat(32), 4_711)])(
  'a cursor that was not made here is an input error: %s',
  async (cursor) => {
    const read = Promise.resolve().then(() => seqOf(secret, cursor));
    expect((await errorOf(read)).code).toBe('INVALID_INPUT');
  },
);
