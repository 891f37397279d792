import { expect, it, vi } from 'vitest';
import { byDay } from './by-day.ts';

it('notifications are grouped by day, newest first', () => {
  const now = new Date(2026, 10, 22, 9, 0).getTime();
  vi.setSystemTime(now);
  const at = (day: number, hour: number) => ({
    created_at: new Date(2026, 10, day, hour).toISOString(),
  });
  const old = { created_at: new Date(2025, 10, 20, 12).toISOString() };
  const days = byDay([at(22, 8), at(22, 0), at(21, 23), at(19, 12), old], now);
  expect(days.map(({ label, rows }) => [label, rows.length])).toEqual([
    ['Today', 2],
    ['Yesterday', 1],
    ['Thu, Nov\u00a019', 1],
    ['Thu, Nov\u00a020, 2025', 1],
  ]);
  expect(byDay([], now)).toEqual([]);
  vi.useRealTimers();
});
