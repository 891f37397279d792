import { describe, expect, it } from 'vitest';
import { petSizeOf } from './rules.ts';

describe('the size of a pet', () => {
  it.each([
    [0, 'small'],
    [25, 'small'],
    [25.5, 'medium'],
    [60, 'medium'],
    [60.01, 'large'],
    [100, 'large'],
    [100.5, 'extra_large'],
  ])('of %d pounds is %s [J2]', (weight, size) => {
    expect(petSizeOf(weight)).toBe(size);
  });
});
