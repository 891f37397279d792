import { describe, expect, it } from 'vitest';
import { jobDays, jobLength, jobNights, jobPeriod } from './job-period.ts';

const here = { now: new Date('2026-06-01T12:00:00Z'), viewerTimeZone: 'America/New_York' };
const job = (start_date: string, end_date: string, time_zone = 'America/New_York') => ({
  start_date,
  end_date,
  time_zone,
});
/** Replaces non-breaking spaces by plain ones. */
const plain = (text: string) => text.replace(/\u00a0/g, ' ');

describe('when a job is', () => {
  it('names a single day once, and the year only if it is another one [J1]', () => {
    expect(plain(jobPeriod(job('2026-07-01T13:00:00Z', '2026-07-01T14:30:00Z'), here))).toBe(
      'Wed, Jul 1, 9:00–10:30 AM',
    );
    expect(plain(jobPeriod(job('2026-12-31T17:00:00Z', '2027-01-02T17:00:00Z'), here))).toBe(
      'Thu, Dec 31, 2026, 12:00 PM – Sat, Jan 2, 2027, 12:00 PM',
    );
  });

  it('is shown in the pet’s time zone, named for readers in another one [J1]', () => {
    const away = job('2026-07-01T16:00:00Z', '2026-07-02T16:00:00Z', 'America/Los_Angeles');
    expect(plain(jobPeriod(away, here))).toBe('Wed, Jul 1, 9:00 AM – Thu, Jul 2, 9:00 AM PDT');
  });

  it.each([
    ['2026-07-01T13:00:00Z', '2026-07-01T13:45:00Z', '45 minutes'],
    ['2026-07-01T13:00:00Z', '2026-07-01T14:00:00Z', '1 hour'],
    ['2026-07-01T13:00:00Z', '2026-07-01T15:30:00Z', '2.5 hours'],
    ['2026-07-02T01:00:00Z', '2026-07-02T05:00:00Z', '4 hours'],
    ['2026-07-01T22:00:00Z', '2026-07-02T13:00:00Z', '1 night'],
    // Across the end of daylight saving time.
    ['2026-10-31T13:00:00Z', '2026-11-07T14:00:00Z', '7 nights'],
  ])('counts from %s to %s: %s [J1]', (start, end, length) => {
    expect(plain(jobLength(job(start, end)))).toBe(length);
  });

  it.each([
    ['2026-12-03T23:00:00Z', '2026-12-10T14:00:00Z', 'Dec 3–10'],
    ['2026-07-30T22:00:00Z', '2026-08-02T13:00:00Z', 'Jul 30 – Aug 2'],
    ['2026-12-30T22:00:00Z', '2027-01-02T13:00:00Z', 'Dec 30, 2026 – Jan 2, 2027'],
    ['2027-03-03T23:00:00Z', '2027-03-05T14:00:00Z', 'Mar 3–5, 2027'],
    ['2026-07-01T13:00:00Z', '2026-07-01T14:30:00Z', 'Wed, Jul 1, 9:00–10:30 AM'],
  ])('is shown on a card from %s to %s: %s [J1]', (start, end, text) => {
    expect(plain(jobDays(job(start, end), here))).toBe(text);
  });

  it('never breaks a line inside a day, a time or a length [J1]', () => {
    const stay = job('2026-07-30T22:00:00Z', '2026-08-02T13:00:00Z');
    expect(jobDays(stay, here)).toBe('Jul\u00a030 – Aug\u00a02');
    expect(jobLength(stay)).toBe('3\u00a0nights');
    const away = job('2026-07-01T16:00:00Z', '2026-07-02T16:00:00Z', 'America/Los_Angeles');
    expect(jobPeriod(away, here)).toBe(
      'Wed,\u00a0Jul\u00a01, 9:00\u00a0AM – Thu,\u00a0Jul\u00a02, 9:00\u00a0AM\u00a0PDT',
    );
  });

  it('counts nights in the pet’s time zone [J1]', () => {
    const [start, end] = ['2026-07-01T06:00:00Z', '2026-07-01T16:00:00Z'];
    expect(jobNights(job(start, end))).toBe(0);
    expect(jobNights(job(start, end, 'America/Los_Angeles'))).toBe(1);
  });
});
