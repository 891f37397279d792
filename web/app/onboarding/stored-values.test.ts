import { describe, expect, it } from 'vitest';
import { restoreStep, restoreTexts } from './stored-values.ts';

describe('an unfinished form that is opened again [O3]', () => {
  const standard = { name: '', breed: 'Mixed' };

  it('has what was typed, and its initial values everywhere else', () => {
    expect(restoreTexts({ name: 'Mi' }, standard)).toEqual({ name: 'Mi', breed: 'Mixed' });
  });

  it.each([null, 7, 'Miso', { name: 7, breed: null, other: 'x', __proto__: { name: 'y' } }])(
    'has its initial values if %j was stored',
    (stored) => {
      expect(restoreTexts(stored, standard)).toEqual(standard);
    },
  );

  it.each([
    [1, 1],
    [0, 0],
    [2, 0],
    [-1, 0],
    [0.5, 0],
    ['1', 0],
    [undefined, 0],
  ])('left at %j is at step %i', (stored, step) => {
    expect(restoreStep(stored, 2)).toBe(step);
  });
});
