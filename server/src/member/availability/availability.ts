import { createHash } from 'node:crypto';
import {
  type AvailabilityData,
  type DateRange,
  isDate,
  mergeRanges,
  mergeSlots,
  pruneAvailability,
  type Slot,
  WEEKDAYS,
  type WeeklySchedule,
} from '@kindpal/contract/availability/rules';
import {
  availabilityDataSchema,
  DATES_MAX,
  dateRangeSchema,
  RANGES_MAX,
  SLOTS_MAX,
  slotSchema,
  wrapBareWeek,
} from '@kindpal/contract/availability/schema';
import type { MemberRow } from '../queries.ts';

type Kept = Pick<MemberRow, 'availability_enabled' | 'availability_data'>;

/** A version of the stored availability: a save based on another version is refused. */
export function availabilityVersion({ availability_enabled, availability_data }: Kept): string {
  const kept = JSON.stringify([availability_enabled, availability_data]);
  return createHash('sha256').update(kept).digest('base64url').slice(0, 16);
}

/**
 * The stored availability in the full shape, without past dates; null when there is none. Invalid
 * data is ignored: it must never make a profile unreadable. [V1]
 */
export function readAvailability(kept: unknown, now: Date): AvailabilityData | null {
  if (kept === null || kept === undefined) return null;
  const whole = availabilityDataSchema.safeParse(kept);
  return pruneAvailability(whole.success ? whole.data : salvage(kept), now);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objectOf = (value: unknown) => (isObject(value) ? value : {});
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function salvage(kept: unknown): AvailabilityData {
  const { weeklySchedule, specificDates, unavailableDateRanges, timeZone } = objectOf(
    wrapBareWeek(kept),
  );
  const week = objectOf(weeklySchedule);
  const dates = Object.entries(objectOf(specificDates))
    .filter(([date]) => isDate(date))
    .sort()
    // The latest ones: earlier ones are over first.
    .slice(-DATES_MAX);
  const zone = availabilityDataSchema.safeParse({ timeZone });
  return {
    weeklySchedule: Object.fromEntries(
      WEEKDAYS.map((day) => [day, salvageSlots(week[day])]),
    ) as WeeklySchedule,
    specificDates: Object.fromEntries(dates.map(([date, slots]) => [date, salvageSlots(slots)])),
    unavailableDateRanges: mergeRanges(
      listOf(unavailableDateRanges).flatMap(salvageRange).slice(-RANGES_MAX),
    ),
    timeZone: zone.success ? zone.data.timeZone : null,
  };
}

function salvageSlots(slots: unknown): Slot[] {
  const valid = listOf(slots).flatMap((slot) => slotSchema.safeParse(slot).data ?? []);
  return mergeSlots(valid).slice(0, SLOTS_MAX);
}

const salvageRange = (range: unknown): DateRange[] => {
  const { data } = dateRangeSchema.safeParse(range);
  return data ? [data] : [];
};
