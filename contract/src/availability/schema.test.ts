import { describe, expect, it } from 'vitest';
import { EMPTY_AVAILABILITY, EMPTY_WEEK, SLOT_TIMES } from './rules.ts';
import { availabilityDataSchema, keptAvailabilitySchema, slotSchema } from './schema.ts';

const DAY = { start: '09:00', end: '17:00' };

describe('availability in a body [V1] [V2]', () => {
  it('may be the bare week of the job-side notes, and may leave parts out', () => {
    const week = { ...EMPTY_AVAILABILITY, weeklySchedule: { ...EMPTY_WEEK, friday: [DAY] } };
    expect(availabilityDataSchema.parse({ friday: [DAY] })).toEqual(week);
    expect(availabilityDataSchema.parse({ weeklySchedule: { friday: [DAY] } })).toEqual(week);
    expect(availabilityDataSchema.parse({})).toEqual(EMPTY_AVAILABILITY);
  });

  it('is returned as it is stored, and can be sent back', () => {
    const kept = availabilityDataSchema.parse({
      weeklySchedule: { monday: [{ start: '12:00', end: '14:00', overnight: false }, DAY] },
      specificDates: { '2028-02-29': [{ start: '20:00', end: '06:00', overnight: true }] },
      unavailableDateRanges: [
        { start: '2028-03-05', end: '2028-03-09' },
        { start: '2028-03-01', end: '2028-03-05' },
      ],
      timeZone: 'europe/lisbon',
    });
    expect(kept).toMatchObject({
      weeklySchedule: { monday: [DAY] },
      unavailableDateRanges: [{ start: '2028-03-01', end: '2028-03-09' }],
      timeZone: 'Europe/Lisbon',
    });
    expect(keptAvailabilitySchema.parse(kept)).toEqual(kept);
    expect(availabilityDataSchema.parse(kept)).toEqual(kept);
  });

  it('accepts every time of the list, and no other half hour', () => {
    for (let minutes = 0; minutes < 25 * 60; minutes += 15) {
      const time = [Math.floor(minutes / 60), minutes % 60]
        .map((part) => String(part).padStart(2, '0'))
        .join(':');
      const { success } = slotSchema.safeParse({ start: time, end: time, overnight: true });
      expect(success, time).toBe(SLOT_TIMES.includes(time));
    }
  });

  it('has a text that names an invalid date', () => {
    const { error } = availabilityDataSchema.safeParse({ specificDates: { '2027-02-29': [] } });
    expect(error?.issues[0]?.message).toBe('Please choose a real date');
  });
});
