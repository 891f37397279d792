import { describe, expect, it } from 'vitest';
import { bytesText, countWords, durationText } from './figure-text.ts';

describe('figures for staff [S2]', () => {
  it('thousands have separators', () => {
    expect(countWords(12_345)).toBe('12,345');
  });
});

describe('sizes and times for staff [S4]', () => {
  it('a size has a suitable unit', () => {
    expect([0, 999, 1000, 1_234_567, 123_456_789, 5e15].map(bytesText)).toEqual([
      '0 bytes',
      '999 bytes',
      '1 kB',
      '1.2 MB',
      '123 MB',
      '5,000 TB',
    ]);
  });

  it('a time has its two largest adjacent units', () => {
    const minutes = (count: number) => durationText(count * 60_000);
    expect([0.5, 1, 61, 1440, 1441, 1500, 4331].map(minutes)).toEqual([
      'less than a minute',
      '1 minute',
      '1 hour, 1 minute',
      '1 day',
      '1 day',
      '1 day, 1 hour',
      '3 days',
    ]);
  });
});
