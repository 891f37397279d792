import { expect, it } from 'vitest';
import { isTimeZone, knownTimeZone } from './zone.ts';

it.each([
  ['Europe/Lisbon', true],
  ['UTC', true],
  ['+02:00', false],
  ['Mars/Olympus_Mons', false],
  ['', false],
])('%j is a time zone: %s', (name, is) => {
  expect(isTimeZone(name)).toBe(is);
  expect(knownTimeZone(name)).toBe(is ? name : null);
});
