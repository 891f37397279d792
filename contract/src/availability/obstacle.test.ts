import { describe, expect, it } from 'vitest';
import { findObstacle } from './obstacle.ts';
import { type AvailabilityData, EMPTY_AVAILABILITY, EMPTY_WEEK, type Slot } from './rules.ts';

const NEW_YORK = 'America/New_York';
const DAY: Slot = { start: '09:00', end: '17:00' };
const NIGHT: Slot = { start: '17:00', end: '09:00', overnight: true };
const on = (given: Partial<AvailabilityData>, enabled = true) => ({
  enabled,
  data: { ...EMPTY_AVAILABILITY, timeZone: NEW_YORK, ...given },
});
const mondays = { ...EMPTY_WEEK, monday: [DAY] };
/** 2026-03-02 is a Monday; times are those of New York in winter. */
const period = (start: string, end: string) => ({
  start: new Date(`${start}:00-05:00`),
  end: new Date(`${end}:00-05:00`),
  timeZone: NEW_YORK,
});
const morning = period('2026-03-02T09:00', '2026-03-02T12:00');

describe('what conflicts with a time [J5]', () => {
  it('is null within the hours, to the minute', () => {
    const mine = on({ weeklySchedule: mondays });
    expect(findObstacle(mine, morning)).toBeNull();
    expect(findObstacle(mine, period('2026-03-02T09:00', '2026-03-02T17:00'))).toBeNull();
    expect(findObstacle(mine, period('2026-03-02T08:59', '2026-03-02T10:00'))).toBe(
      'outside_hours',
    );
    expect(findObstacle(mine, period('2026-03-02T16:00', '2026-03-02T17:01'))).toBe(
      'outside_hours',
    );
    expect(findObstacle(mine, period('2026-03-03T09:00', '2026-03-03T10:00'))).toBe(
      'outside_hours',
    );
  });

  it('is null for a member without hours', () => {
    expect(findObstacle(on({}), morning)).toBeNull();
  });

  it('is that they are switched off, before anything else', () => {
    expect(findObstacle(on({ weeklySchedule: mondays }, false), morning)).toBe('switched_off');
  });

  it('is that they are away on one of the days, or have the day off', () => {
    const away = { unavailableDateRanges: [{ start: '2026-03-04', end: '2026-03-05' }] };
    const days = period('2026-03-02T09:00', '2026-03-04T00:00');
    expect(findObstacle(on(away), days)).toBeNull();
    expect(findObstacle(on(away), period('2026-03-02T09:00', '2026-03-04T00:01'))).toBe('away');
    expect(findObstacle(on({ specificDates: { '2026-03-02': [] } }), morning)).toBe('away');
  });

  it('is null for consecutive days that include their nights', () => {
    const week = { ...mondays, monday: [DAY, NIGHT], tuesday: [DAY] };
    const stay = period('2026-03-02T10:00', '2026-03-03T16:00');
    expect(findObstacle(on({ weeklySchedule: week }), stay)).toBeNull();
    expect(findObstacle(on({ weeklySchedule: { ...week, monday: [DAY] } }), stay)).toBe(
      'outside_hours',
    );
    expect(
      findObstacle(on({ weeklySchedule: week }), period('2026-03-03T06:00', '2026-03-03T08:00')),
    ).toBeNull();
  });

  it('is computed in the member’s time zone, or in the job’s if they have none', () => {
    const lisbon = on({ weeklySchedule: mondays, timeZone: 'Europe/Lisbon' });
    expect(findObstacle(lisbon, morning)).toBeNull();
    expect(findObstacle(lisbon, period('2026-03-02T12:00', '2026-03-02T13:00'))).toBe(
      'outside_hours',
    );
    expect(findObstacle(on({ weeklySchedule: mondays, timeZone: null }), morning)).toBeNull();
  });

  it('is right on both sides of a clock change', () => {
    const sundays = on({ weeklySchedule: { ...EMPTY_WEEK, sunday: [DAY] } });
    const summer = {
      start: new Date('2026-03-08T09:00:00-04:00'),
      end: new Date('2026-03-08T17:00:00-04:00'),
      timeZone: NEW_YORK,
    };
    expect(findObstacle(sundays, summer)).toBeNull();
    expect(
      findObstacle(sundays, { ...summer, start: new Date('2026-03-08T09:00:00-05:00') }),
    ).toBeNull();
    expect(findObstacle(sundays, { ...summer, end: new Date('2026-03-08T17:00:00-05:00') })).toBe(
      'outside_hours',
    );
  });
});
