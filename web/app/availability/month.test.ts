import { describe, expect, it } from 'vitest';
import { addMonths, dayAfterKey, monthText, weeksOf } from './month.ts';

describe('a month of the calendar [V3]', () => {
  it('is written as in the US, its weeks from Sunday to Saturday', () => {
    expect(monthText('2026-11')).toBe('November 2026');
    const weeks = weeksOf('2026-11');
    expect(weeks).toHaveLength(5);
    expect(weeks[0]?.[0]).toBe('2026-11-01');
    expect(weeks[4]).toEqual(['2026-11-29', '2026-11-30', null, null, null, null, null]);
    expect(weeksOf('2026-08')).toHaveLength(6);
    expect(weeksOf('2026-08')[0]).toEqual([null, null, null, null, null, null, '2026-08-01']);
    expect(weeksOf('2026-02')).toHaveLength(4);
  });

  it('contains each of its days once', () => {
    for (let month = '2026-01'; month < '2029-01'; month = addMonths(month, 1)) {
      const days = weeksOf(month).flat().filter(Boolean);
      const [year = 0, number = 0] = month.split('-').map(Number);
      expect(days).toHaveLength(new Date(Date.UTC(year, number, 0)).getUTCDate());
      expect(new Set(days).size).toBe(days.length);
    }
  });

  it.each([
    ['ArrowRight', '2026-11-30', '2026-12-01'],
    ['ArrowUp', '2026-11-30', '2026-11-23'],
    // Never into the past.
    ['ArrowUp', '2026-11-22', '2026-11-21'],
    ['Home', '2026-11-25', '2026-11-22'],
    ['End', '2026-11-25', '2026-11-28'],
    ['PageDown', '2027-01-31', '2027-02-28'],
    ['PageUp', '2026-12-31', '2026-11-30'],
    ['PageDown', '2028-11-30', '2028-11-30'],
    ['Enter', '2026-11-25', null],
  ])('%s moves from %s to %s', (key, from, to) => {
    expect(dayAfterKey(key, from, '2026-11-21')).toBe(to);
  });
});
