import { expect, it } from 'vitest';
import { distanceText } from './distance-text.ts';

it('tells a sitter about how far a job is [J1]', () => {
  expect([0, 1, 12, 2_451].map(distanceText)).toEqual([
    'less than a mile away',
    'about 1 mile away',
    'about 12 miles away',
    'about 2,451 miles away',
  ]);
});
