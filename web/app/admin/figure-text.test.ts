import { describe, expect, it } from 'vitest';
import { countWords, sumText } from './figure-text.ts';

describe('how figures read to the staff [S2]', () => {
  it('a sum of nothing is nothing, not a favour', () => {
    expect([0, 30.4, 1_000_060].map((sum) => sumText(sum, 'USD'))).toEqual([
      '$0',
      '$30.40',
      '$1,000,060',
    ]);
    expect(sumText(30.4, undefined)).toBe('30.40');
  });

  it('thousands are set apart', () => {
    expect(countWords(12_345)).toBe('12,345');
  });
});
