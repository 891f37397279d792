import { expect, it } from 'vitest';
import { GROUNDS, initialsOf } from './avatar.tsx';

it.each([
  ['Olive van der Berg', 'OB'],
  ['miso', 'M'],
  ['  Biscuit   Baker ', 'BB'],
  ['🐶 Rex', '🐶R'],
  ['', 'PS'],
])('a member called %j is shown as %j when there is no picture [R8]', (name, letters) => {
  expect(initialsOf(name, 'PS')).toBe(letters);
});

it('initials never wear the colors of errors and warnings', () => {
  for (const ground of GROUNDS) expect(ground).not.toMatch(/danger|caution|brand/);
});
