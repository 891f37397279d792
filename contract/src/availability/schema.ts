import { z } from 'zod';
import {
  isDate,
  isSlotValid,
  isTimeZone,
  mergeRanges,
  mergeSlots,
  SLOT_TIMES,
  WEEKDAYS,
} from './rules.ts';

/** A morning, a noon and an evening, twice over: more in a day nobody can read. */
export const SLOTS_MAX = 6;
/** Every weekend for two years, which is as far ahead as jobs can be posted. */
export const DATES_MAX = 200;
/** A holiday every other week for as long. */
export const RANGES_MAX = 50;

const timeSchema = z
  .string()
  .refine(
    (time) => SLOT_TIMES.includes(time),
    'Times run from 06:00 to 22:30 in steps of 30 minutes',
  );

export const slotSchema = z
  .object({ start: timeSchema, end: timeSchema, overnight: z.boolean().optional() })
  .refine(isSlotValid, 'Invalid time range');

const slotsSchema = z
  .array(slotSchema)
  .max(SLOTS_MAX, `A day can have up to ${SLOTS_MAX} times`)
  .transform(mergeSlots);

const daySchema = slotsSchema.default([]);

const weekSchema = z.object({
  monday: daySchema,
  tuesday: daySchema,
  wednesday: daySchema,
  thursday: daySchema,
  friday: daySchema,
  saturday: daySchema,
  sunday: daySchema,
});

const NO_DATE = 'Please choose a real date';
const dateSchema = z.string().refine(isDate, NO_DATE);

export const dateRangeSchema = z
  .object({ start: dateSchema, end: dateSchema })
  .refine(({ start, end }) => start <= end, 'The last day cannot be before the first');

const timeZoneSchema = z
  .string()
  .max(64)
  .refine(isTimeZone, 'Please choose a time zone')
  .transform((name) => new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone)
  .nullable();

const wholeSchema = z.object({
  weeklySchedule: weekSchema.prefault({}),
  specificDates: z
    .record(dateSchema, slotsSchema, {
      error: ({ code }) => (code === 'invalid_key' ? NO_DATE : undefined),
    })
    .refine(
      (dates) => Object.keys(dates).length <= DATES_MAX,
      `Up to ${DATES_MAX} dates can be kept`,
    )
    .default({}),
  unavailableDateRanges: z
    .array(dateRangeSchema)
    .max(RANGES_MAX, `Up to ${RANGES_MAX} ranges can be kept`)
    .transform(mergeRanges)
    .default([]),
  timeZone: timeZoneSchema.default(null),
});

/** The bare weekday → slots of the job-side notes, as the schedule of a whole. */
export function wrapBareWeek(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return data;
  if (Object.keys(wholeSchema.shape).some((key) => key in data)) return data;
  return WEEKDAYS.some((day) => day in data) ? { weeklySchedule: data } : data;
}

/** When a member is free: both shapes of B§3 are taken, the whole one is given. [V1] [V2] */
export const availabilityDataSchema = z.preprocess(wrapBareWeek, wholeSchema);
