import { expect, it } from 'vitest';
import { DAY_KEPT_MS, type DayJob, sectionOfDay, toSavedDay } from './day.ts';

const NEW_YORK = 'America/New_York';
const at = (start_date: string, end_date: string, status: DayJob['status'] = 'claimed') => ({
  status,
  start_date,
  end_date,
  time_zone: NEW_YORK,
});

it.each([
  ['a job this evening', at('2026-05-06T22:00:00Z', '2026-05-06T23:00:00Z'), 'today'],
  ['a stay that began days ago', at('2026-05-03T12:00:00Z', '2026-05-09T12:00:00Z'), 'today'],
  [
    'late this evening, tomorrow in UTC',
    at('2026-05-07T02:00:00Z', '2026-05-07T03:00:00Z'),
    'today',
  ],
  ['a job tomorrow', at('2026-05-07T14:00:00Z', '2026-05-07T15:00:00Z'), 'tomorrow'],
  ['a job the day after', at('2026-05-08T14:00:00Z', '2026-05-08T15:00:00Z'), null],
  ['one that ended an hour ago', at('2026-05-06T14:00:00Z', '2026-05-06T15:00:00Z'), 'today'],
  ['one that ended long ago', at('2026-05-05T14:00:00Z', '2026-05-05T15:00:00Z'), null],
  [
    'one that ended long ago and was never marked as done',
    at('2026-05-05T14:00:00Z', '2026-05-05T15:00:00Z', 'in_progress'),
    'today',
  ],
] as const)('%s is shown on its own clock’s day', (_, job, section) => {
  expect(sectionOfDay(job, Date.parse('2026-05-06T16:00:00Z'))).toBe(section);
});

it('tomorrow is the next day on the day of 25 hours', () => {
  // 12:30 AM in New York on the day on which clocks go back.
  const now = Date.parse('2026-11-01T04:30:00Z');
  expect(sectionOfDay(at('2026-11-02T15:00:00Z', '2026-11-02T16:00:00Z'), now)).toBe('tomorrow');
});

it('a job in progress stays listed for two hours from now, but nothing stays longer than a day', () => {
  const now = Date.parse('2026-05-06T16:00:00Z');
  const late = at('2026-05-05T14:00:00Z', '2026-05-05T15:00:00Z', 'in_progress') as DayJob;
  const long = at('2026-05-06T14:00:00Z', '2026-05-20T15:00:00Z') as DayJob;
  const saved = toSavedDay({ member_id: 'molly', jobs: [late, long] }, now);
  expect(saved.jobs.map(({ until }) => until)).toEqual([now + 2 * 3_600_000, now + DAY_KEPT_MS]);
});
