import { expect, it } from 'vitest';
import { dateText, rangeText, slotsText, timeText } from './slot-text.ts';

it('times are shown as 9:00 AM [V1]', () => {
  expect(['06:00', '11:30', '12:00', '13:30', '22:30'].map(timeText)).toEqual([
    '6:00 AM',
    '11:30 AM',
    '12:00 PM',
    '1:30 PM',
    '10:30 PM',
  ]);
  expect(
    slotsText([
      { start: '09:00', end: '17:00' },
      { start: '20:00', end: '08:00', overnight: true },
    ]),
  ).toBe('9:00\u00a0AM – 5:00\u00a0PM, 8:00\u00a0PM – 8:00\u00a0AM the next day');
});

it('dates are written as in the US, what two have in common once [V3]', () => {
  expect(dateText('2026-11-22')).toBe('Sun, Nov 22, 2026');
  expect(rangeText({ start: '2026-11-22', end: '2026-11-22' })).toBe('Sun, Nov 22, 2026');
  expect(rangeText({ start: '2026-11-29', end: '2026-12-03' })).toBe(
    'Sun, Nov 29 – Thu, Dec 3, 2026',
  );
  expect(rangeText({ start: '2026-12-31', end: '2027-01-01' })).toBe(
    'Thu, Dec 31, 2026 – Fri, Jan 1, 2027',
  );
});
