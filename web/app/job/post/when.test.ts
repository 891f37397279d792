import { describe, expect, it } from 'vitest';
import { changeWhen, endsAfter, spanOf, timesOfDay, type When } from './when.ts';

const empty: When = { start: '', end: '', span: '', job_type: '' };
type Change = Parameters<typeof changeWhen>[1];

/** The values after the fields were changed one by one. */
const after = (from: When, ...changes: Change[]) => changes.reduce(changeWhen, from);

describe('an owner who enters the times of a job', () => {
  it('is suggested an hour for a walk and a night for sitting [J2]', () => {
    const chosen = [{ startDate: '2026-12-31' }, { startTime: '23:30' }];
    const walk = after(empty, { job_type: 'dog_walking' }, ...chosen);
    expect(walk).toMatchObject({ start: '2026-12-31T23:30', end: '2027-01-01T00:30' });
    expect(spanOf(walk)).toBe('one');
    const sitting = after(empty, { job_type: 'pet_sitting' }, ...chosen);
    expect(sitting).toMatchObject({ start: '2026-12-31T23:30', end: '2027-01-01T23:30' });
    expect(spanOf(sitting)).toBe('several');
  });

  it('gets another suggestion with another type, and keeps an end of their own [J2]', () => {
    const sitting = after(
      empty,
      { job_type: 'both' },
      { startDate: '2026-03-07', startTime: '09:00' },
    );
    expect(after(sitting, { job_type: 'dog_walking' }).end).toBe('2026-03-07T10:00');
    const own = after(sitting, { endDate: '2026-03-10' });
    expect(after(own, { startTime: '08:00' }).end).toBe('2026-03-10T09:00');
    expect(after(own, { job_type: 'pet_sitting' }).end).toBe('2026-03-10T09:00');
  });

  it('may fill in the fields in any order [J2]', () => {
    const typed = after(
      empty,
      { endTime: '10:00' },
      { startTime: '09:00' },
      { startDate: '2026-05-02' },
    );
    expect(typed).toMatchObject({ start: '2026-05-02T09:00', end: '2026-05-02T10:00' });
    expect(after(empty, { startDate: '2026-05-02' })).toMatchObject({
      start: '2026-05-02T',
      end: '',
    });
    expect(after(typed, { startDate: '' })).toMatchObject({ start: 'T09:00' });
  });

  it('means the next day by an end at or before the start [J2]', () => {
    const evening = after(empty, { startDate: '2026-05-02', startTime: '20:00' });
    expect(after(evening, { endTime: '01:00' }).end).toBe('2026-05-03T01:00');
    expect(after(evening, { endTime: '20:00' }).end).toBe('2026-05-03T20:00');
    expect(after(evening, { endTime: '01:00' }, { startDate: '2026-05-09' }).end).toBe(
      '2026-05-10T01:00',
    );
  });

  it('moves the end when the start of a visit is moved past it [J2]', () => {
    const visit = after(
      empty,
      { startDate: '2026-05-02', startTime: '09:00' },
      { endTime: '11:00' },
    );
    expect(after(visit, { startTime: '10:00' }).end).toBe('2026-05-02T11:00');
    expect(after(visit, { startTime: '12:00' }).end).toBe('2026-05-02T14:00');
  });

  it('keeps the times when one day becomes several and back [J2]', () => {
    const visit = after(
      empty,
      { startDate: '2026-05-02', startTime: '09:00' },
      { endTime: '11:00' },
      { span: 'several' },
    );
    expect(visit).toMatchObject({ end: '2026-05-02T11:00', span: 'several' });
    const trip = after(visit, { endDate: '2026-05-05' });
    expect(trip.end).toBe('2026-05-05T11:00');
    expect(after(trip, { startDate: '2026-05-08' }).end).toBe('2026-05-09T09:00');
    expect(after(trip, { span: 'one' }).end).toBe('2026-05-02T11:00');
  });

  it('finds an older draft shown as what it is [J2]', () => {
    const week = { ...empty, start: '2026-12-02T09:00', end: '2026-12-09T09:00' };
    expect(spanOf(week)).toBe('several');
    expect(spanOf({ ...week, job_type: 'dog_walking' })).toBe('several');
    expect(spanOf({ ...empty, start: '2026-12-02T09:10', end: '2026-12-02T10:05' })).toBe('one');
  });

  it('chooses from half hours, and finds another time of a draft among them [J2]', () => {
    expect(timesOfDay()).toHaveLength(48);
    expect(timesOfDay('09:10').slice(18, 21)).toEqual(['09:00', '09:10', '09:30']);
  });

  it('sees the ends in order from the start [J2]', () => {
    const ends = endsAfter('2026-05-02T20:00');
    expect(ends).toHaveLength(47);
    expect(ends[0]).toEqual({ time: '20:30', end: '2026-05-02T20:30' });
    expect(ends[7]).toEqual({ time: '00:00', end: '2026-05-03T00:00' });
    expect(ends.at(-1)).toEqual({ time: '19:30', end: '2026-05-03T19:30' });
    expect(endsAfter('2026-05-02T', '09:10')).toHaveLength(49);
  });
});
