import { describe, expect, it } from 'vitest';
import { momentToWallClock, readWallClock, wallClockToIso } from './wall-clock.ts';

describe('the times of a job', () => {
  it.each([
    ['2026-07-01T09:30', 'America/New_York', '2026-07-01T09:30:00-04:00'],
    ['2026-01-15T23:59', 'America/New_York', '2026-01-15T23:59:00-05:00'],
    ['2026-07-01T09:30', 'Asia/Kolkata', '2026-07-01T09:30:00+05:30'],
    ['2026-12-31T00:00', 'UTC', '2026-12-31T00:00:00+00:00'],
    ['2026-01-01T06:00', 'Australia/Lord_Howe', '2026-01-01T06:00:00+11:00'],
  ])('an owner who writes %s in %s means %s [J2]', (typed, zone, iso) => {
    expect(wallClockToIso(typed, zone)).toBe(iso);
  });

  it('an hour skipped in spring moves forward to an hour that exists [J2]', () => {
    expect(wallClockToIso('2026-03-08T02:30', 'America/New_York')).toBe(
      '2026-03-08T03:30:00-04:00',
    );
    expect(wallClockToIso('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T03:30:00+02:00');
  });

  it('an hour that occurs twice in the fall is the first one [J2]', () => {
    expect(wallClockToIso('2026-11-01T01:30', 'America/New_York')).toBe(
      '2026-11-01T01:30:00-04:00',
    );
    expect(wallClockToIso('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T02:30:00+02:00');
  });

  it('the hours around a clock change stay what was written [J2]', () => {
    expect(wallClockToIso('2026-03-08T01:59', 'America/New_York')).toBe(
      '2026-03-08T01:59:00-05:00',
    );
    expect(wallClockToIso('2026-03-08T03:00', 'America/New_York')).toBe(
      '2026-03-08T03:00:00-04:00',
    );
  });

  it('a moment is converted to the local time of its zone [J2]', () => {
    for (const zone of ['America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Pacific/Apia']) {
      const iso = wallClockToIso('2026-06-05T18:45', zone);
      expect(momentToWallClock(new Date(iso ?? ''), zone)).toBe('2026-06-05T18:45');
    }
  });

  it.each(['', 'soon', '2026-02-31T10:00', '2026-13-01T10:00', '2026-01-01'])(
    'somebody who leaves "%s" in the box has not chosen a time [J2]',
    (typed) => {
      expect(readWallClock(typed)).toBeNull();
      expect(wallClockToIso(typed, 'UTC')).toBeNull();
    },
  );
});
