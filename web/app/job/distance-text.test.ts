import { expect, it } from 'vitest';
import { distanceText } from './distance-text.ts';

it('tells a sitter how far a job is [J1]', () => {
  expect([0, 1, 12, 2_451].map(distanceText)).toEqual([
    'under a mile away',
    '1 mile away',
    '12 miles away',
    '2,451 miles away',
  ]);
});
