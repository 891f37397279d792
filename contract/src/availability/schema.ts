import { z } from 'zod';
import { isTimeZone } from '../time/zone.ts';
import { isSlotValid, mergeRanges, mergeSlots, WEEKDAYS } from './rules.ts';

/** Twice a morning, a noon and an evening slot; nobody can read more in one day. */
export const SLOTS_MAX = 6;
/** Every weekend for two years, the furthest ahead that a job can be posted. */
export const DATES_MAX = 200;
/** A holiday every other week for the same two years. */
export const RANGES_MAX = 50;

const timeSchema = z
  .string()
  .regex(/^(0[6-9]|1\d|2[0-2]):[03]0$/, 'Times run from 06:00 to 22:30 in steps of 30 minutes');

export const slotSchema = z
  .strictObject({ start: timeSchema, end: timeSchema, overnight: z.boolean().optional() })
  .refine(isSlotValid, 'Invalid time range');

const NO_DATE = 'Please choose a real date';
const dateSchema = z.iso.date(NO_DATE);

export const dateRangeSchema = z
  .strictObject({ start: dateSchema, end: dateSchema })
  .refine(({ start, end }) => start <= end, 'The last day can’t be before the first');

export const weekdaySchema = z.enum(WEEKDAYS);

const weekOf = <Day extends z.ZodType>(day: Day) =>
  z.strictObject({
    monday: day,
    tuesday: day,
    wednesday: day,
    thursday: day,
    friday: day,
    saturday: day,
    sunday: day,
  });

const slotsSchema = z.array(slotSchema).max(SLOTS_MAX, `A day can have up to ${SLOTS_MAX} times`);

/** The hours of each day of the week. */
export const weeklyScheduleSchema = weekOf(slotsSchema);

/** When a member is free, as stored and returned. */
export const keptAvailabilitySchema = z.object({
  weeklySchedule: weekOf(slotsSchema),
  specificDates: z.record(dateSchema, slotsSchema),
  unavailableDateRanges: z.array(dateRangeSchema),
  timeZone: z.string().nullable(),
});

const mergedSlotsSchema = slotsSchema.transform(mergeSlots);

const timeZoneSchema = z
  .string()
  .max(64)
  .refine(isTimeZone, 'Please choose a time zone')
  .transform((name) => new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone)
  .nullable();

const wholeSchema = z.strictObject({
  weeklySchedule: weekOf(mergedSlotsSchema.default([])).prefault({}),
  specificDates: z
    .record(dateSchema, mergedSlotsSchema, {
      error: ({ code }) => (code === 'invalid_key' ? NO_DATE : undefined),
    })
    .refine(
      (dates) => Object.keys(dates).length <= DATES_MAX,
      `Up to ${DATES_MAX} dates can be saved`,
    )
    .default({}),
  unavailableDateRanges: z
    .array(dateRangeSchema)
    .max(RANGES_MAX, `Up to ${RANGES_MAX} ranges can be saved`)
    .transform(mergeRanges)
    .default([]),
  timeZone: timeZoneSchema.default(null),
});

/** Wraps the bare weekday → slots shape of the job specification in a complete availability. */
export function wrapBareWeek(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return data;
  if (Object.keys(wholeSchema.shape).some((key) => key in data)) return data;
  return WEEKDAYS.some((day) => day in data) ? { weeklySchedule: data } : data;
}

/** The same as input: both shapes of B§3, in any order, with parts omitted. [V1] [V2] */
export const availabilityDataSchema = z.preprocess(wrapBareWeek, wholeSchema);
