import { expect, it } from 'vitest';
import { timeIn } from './time-in.ts';

it.each([
  ['America/New_York', '2026-11-27T05:05:59Z', '00:05'],
  ['America/New_York', '2026-11-27T04:59:00Z', '23:59'],
  ['Asia/Kathmandu', '2026-11-27T03:30:00Z', '09:15'],
  ['Nowhere/Land', '2026-11-27T03:30:00Z', '03:30'],
  [null, '2026-11-27T03:30:00Z', '03:30'],
])('clocks in %s show at %s: %s', (zone, moment, time) => {
  expect(timeIn(zone, new Date(moment))).toBe(time);
});
