import { expect, it } from 'vitest';
import { dateProblem } from './date-problem.ts';

it.each([
  ['', 'Please choose a date'],
  ['12026-01-01', 'Please choose a real date'],
  ['2026-11-20', 'Please choose today or a later day'],
  ['2026-11-21', null],
  ['2030-01-01', null],
])('sees for %j, on 2026-11-21: %s [V2]', (date, problem) => {
  expect(dateProblem(date, { today: '2026-11-21', missing: 'Please choose a date' })).toBe(problem);
});
