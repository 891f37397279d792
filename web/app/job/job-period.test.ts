import { describe, expect, it } from 'vitest';
import { jobPeriod } from './job-period.ts';

const here = { now: new Date('2026-06-01T12:00:00Z'), readerTimeZone: 'America/New_York' };
const job = (start_date: string, end_date: string, time_zone = 'America/New_York') => ({
  start_date,
  end_date,
  time_zone,
});
/** The spaces that hold an hour and its AM together look like any other. */
const plain = (text: string) => text.replace(/\u00a0/g, ' ');

describe('when a job is', () => {
  it('says one day once, and the year only when it is another [J1]', () => {
    expect(plain(jobPeriod(job('2026-07-01T13:00:00Z', '2026-07-01T14:30:00Z'), here))).toBe(
      'Wed, Jul 1, 9:00 AM – 10:30 AM',
    );
    expect(plain(jobPeriod(job('2026-12-31T17:00:00Z', '2027-01-02T17:00:00Z'), here))).toBe(
      'Thu, Dec 31, 2026, 12:00 PM – Sat, Jan 2, 2027, 12:00 PM',
    );
  });

  it('is told on the clock of the pet, named for readers elsewhere [J1]', () => {
    const away = job('2026-07-01T16:00:00Z', '2026-07-02T16:00:00Z', 'America/Los_Angeles');
    expect(plain(jobPeriod(away, here))).toBe('Wed, Jul 1, 9:00 AM – Thu, Jul 2, 9:00 AM PDT');
  });
});
