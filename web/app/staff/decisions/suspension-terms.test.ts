import { expect, it } from 'vitest';
import { endOfTerm, TERMS } from './suspension-terms.ts';

it('staff choose how long a member is suspended, or a ban without an end [S4]', () => {
  const now = Date.parse('2026-11-22T12:00:00Z');
  expect(endOfTerm('7', now)).toBe('2026-11-29T12:00:00.000Z');
  expect(endOfTerm('ban', now)).toBeNull();
  for (const { value } of TERMS) {
    const end = endOfTerm(value, now);
    expect(end === null || Date.parse(end) > now).toBe(true);
  }
});
