import { describe, expect, it } from 'vitest';
import { dateIn } from '../time/date-in.ts';
import { daysUntil, endOfDay, endOfQuiet } from './quiet-hours.ts';

const NIGHT = { from: '22:00', to: '07:00' };
const endAt = (now: string, timeZone: string, hours = NIGHT) =>
  endOfQuiet(hours, { now: new Date(now), timeZone })?.toISOString() ?? null;

describe('quiet hours', () => {
  it.each([
    [
      'an evening in New York, where it is 23:30',
      '2026-11-28T04:30:00Z',
      'America/New_York',
      '2026-11-28T12:00:00.000Z',
    ],
    [
      'an early morning in Paris, where it is 05:30',
      '2026-11-28T04:30:00Z',
      'Europe/Paris',
      '2026-11-28T06:00:00.000Z',
    ],
    ['noon in Kathmandu, 5:45 ahead', '2026-11-28T06:15:00Z', 'Asia/Kathmandu', null],
    ['the minute they begin', '2026-11-28T21:00:00Z', 'Europe/Paris', '2026-11-29T06:00:00.000Z'],
    ['the minute they end', '2026-11-28T06:00:00Z', 'Europe/Paris', null],
  ])('hold back or let through on %s', (_, now, timeZone, end) => {
    expect(endAt(now, timeZone)).toBe(end);
  });

  it('end at 7:00 local time in a night that is an hour shorter or longer', () => {
    // In New York, clocks go forward on 2027-03-14 and back on 2026-11-01.
    expect(endAt('2027-03-14T04:00:00Z', 'America/New_York')).toBe('2027-03-14T11:00:00.000Z');
    expect(endAt('2026-11-01T03:00:00Z', 'America/New_York')).toBe('2026-11-01T12:00:00.000Z');
  });

  it('that end in the hour that clocks skip end when that hour would have begun', () => {
    const end = endAt('2027-03-14T06:00:00Z', 'America/New_York', { from: '22:00', to: '02:30' });
    expect(end).toBe('2027-03-14T07:30:00.000Z');
  });

  it('may be within one day, and are empty if they start and end at the same time', () => {
    const rest = { from: '13:00', to: '15:00' };
    expect(endAt('2026-11-28T14:10:00Z', 'UTC', rest)).toBe('2026-11-28T15:00:00.000Z');
    expect(endAt('2026-11-28T16:00:00Z', 'UTC', rest)).toBeNull();
    expect(endAt('2026-11-28T09:00:00Z', 'UTC', { from: '09:00', to: '09:00' })).toBeNull();
  });
});

it('a date is the local one in the time zone', () => {
  const now = new Date('2026-11-28T23:30:00Z');
  expect(dateIn('Asia/Tokyo', now)).toBe('2026-11-29');
  expect(dateIn('America/Los_Angeles', now)).toBe('2026-11-28');
  const then = new Date('2026-11-29T22:00:00Z');
  expect(daysUntil(then, { now, timeZone: 'UTC' })).toBe(1);
  expect(daysUntil(then, { now, timeZone: 'Asia/Tokyo' })).toBe(1);
  expect(daysUntil(then, { now, timeZone: 'America/Los_Angeles' })).toBe(1);
});

describe('the end of a day', () => {
  it.each([
    [
      'on the day that daylight saving time ends',
      '2026-11-01T05:00:00Z',
      'America/New_York',
      '2026-11-02T05:00:00.000Z',
    ],
    [
      'on the evening before daylight saving time starts',
      '2027-03-14T01:00:00Z',
      'America/New_York',
      '2027-03-14T05:00:00.000Z',
    ],
    [
      'at midnight, which belongs to the next day',
      '2026-11-28T18:15:00Z',
      'Asia/Kathmandu',
      '2026-11-29T18:15:00.000Z',
    ],
  ])('is midnight in the given time zone, %s', (_, now, timeZone, end) => {
    expect(endOfDay(new Date(now), timeZone).toISOString()).toBe(end);
  });
});
