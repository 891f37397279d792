import { dateIn } from '../time/date-in.ts';

export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** HH:mm in the member's time zone; an overnight slot ends on the day after it starts. */
export type Slot = { start: string; end: string; overnight?: boolean | undefined };
export type WeeklySchedule = Record<Weekday, Slot[]>;
/** Whole days, both ends included, as yyyy-MM-dd. */
export type DateRange = { start: string; end: string };

export type AvailabilityData = {
  weeklySchedule: WeeklySchedule;
  /** Replaces the weekly hours on this date; an empty list means not available that day. */
  specificDates: Record<string, Slot[]>;
  unavailableDateRanges: DateRange[];
  /** IANA name; null until known. */
  timeZone: string | null;
};
export type Availability = { enabled: boolean; data: AvailabilityData };

/** What the calendar shows of a day; 'none' has neither hours nor a reason against it. */
export type DayState = 'unavailable' | 'specific' | 'available' | 'none';

export const DEFAULT_SLOT: Slot = { start: '09:00', end: '17:00' };
export const EMPTY_WEEK: WeeklySchedule = {
  monday: [],
  tuesday: [],
  wednesday: [],
  thursday: [],
  friday: [],
  saturday: [],
  sunday: [],
};
export const EMPTY_AVAILABILITY: AvailabilityData = {
  weeklySchedule: EMPTY_WEEK,
  specificDates: {},
  unavailableDateRanges: [],
  timeZone: null,
};

const STEP = 30;
const FIRST = 6 * 60;
const LAST = 22 * 60 + 30;
const MINUTES_OF_DAY = 24 * 60;
const DAY_MS = 86_400_000;

export const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const two = (value: number) => String(value).padStart(2, '0');
const timeOf = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;

/** Every time that a slot may start or end at: 06:00 to 22:30 in steps of 30 minutes. [V1] */
export const SLOT_TIMES: readonly string[] = Array.from(
  { length: (LAST - FIRST) / STEP + 1 },
  (_, n) => timeOf(FIRST + n * STEP),
);

/** The end in minutes since midnight of the day the slot starts on. */
export const endOf = ({ end, overnight }: Slot) =>
  minutesOf(end) + (overnight ? MINUTES_OF_DAY : 0);

/** Whether a slot starts before it ends, which is always true of overnight slots. [V1] */
export function isSlotValid(slot: Slot): boolean {
  return minutesOf(slot.start) < endOf(slot);
}

/** A slot as it is stored: `overnight` is present only when true. */
const toSlot = (start: number, end: number): Slot =>
  end >= MINUTES_OF_DAY
    ? { start: timeOf(start), end: timeOf(end - MINUTES_OF_DAY), overnight: true }
    : { start: timeOf(start), end: timeOf(end) };

/**
 * Valid slots of one day in order, overlapping ones merged; slots that only touch stay separate.
 */
export function mergeSlots(slots: readonly Slot[]): Slot[] {
  const merged: { start: number; end: number }[] = [];
  const spans = slots.map((slot) => ({ start: minutesOf(slot.start), end: endOf(slot) }));
  for (const span of spans.sort((one, other) => one.start - other.start || one.end - other.end)) {
    const before = merged.at(-1);
    if (before && span.start < before.end) before.end = Math.max(before.end, span.end);
    else merged.push({ ...span });
  }
  return merged.map(({ start, end }) => toSlot(start, end));
}

/** Whether saving would merge some of these slots. */
export function hasOverlap(slots: readonly Slot[]): boolean {
  const valid = slots.filter(isSlotValid);
  return mergeSlots(valid).length < valid.length;
}

/**
 * The slot to suggest next: 09:00-17:00, or free time after the others, or before them; null when
 * full.
 */
export function suggestSlot(slots: readonly Slot[]): Slot | null {
  const after = Math.max(FIRST, ...slots.map((slot) => endOf(slot) + STEP));
  const offers = [
    DEFAULT_SLOT,
    ...(after < LAST ? [toSlot(after, Math.min(after + 2 * 60, LAST))] : []),
    ...SLOT_TIMES.slice(0, -1).map((start) => toSlot(minutesOf(start), minutesOf(start) + STEP)),
  ];
  return offers.find((offer) => !slots.some((slot) => doOverlap(slot, offer))) ?? null;
}

const doOverlap = (one: Slot, other: Slot) =>
  minutesOf(one.start) < endOf(other) && minutesOf(other.start) < endOf(one);

/** Unavailable ranges in order, overlapping ones merged. */
export function mergeRanges(ranges: readonly DateRange[]): DateRange[] {
  const merged: DateRange[] = [];
  for (const range of ranges.toSorted((one, other) => (one.start < other.start ? -1 : 1))) {
    const before = merged.at(-1);
    if (before && range.start <= before.end) {
      if (range.end > before.end) before.end = range.end;
    } else merged.push({ ...range });
  }
  return merged;
}

/** 'Copy Monday to All'. [V1] */
export function copyMondayToAll({ monday }: WeeklySchedule): WeeklySchedule {
  return Object.fromEntries(WEEKDAYS.map((day) => [day, [...monday]])) as WeeklySchedule;
}

/** The day `count` days from a date, both yyyy-MM-dd. */
export function addDays(date: string, count: number): string {
  return new Date(Date.parse(date) + count * DAY_MS).toISOString().slice(0, 10);
}

export function weekdayOf(date: string): Weekday {
  return WEEKDAYS[(new Date(date).getUTCDay() + 6) % 7] as Weekday;
}

/** Whether the text is a real date, as yyyy-MM-dd. */
export function isDate(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(at) && addDays(text, 0) === text;
}

/** Whether a range marks this date as unavailable. */
export function isInRange({ unavailableDateRanges }: AvailabilityData, date: string): boolean {
  return unavailableDateRanges.some(({ start, end }) => start <= date && date <= end);
}

/** The hours that hold on a date: off, then unavailable ranges, specific dates, the week. [V3] */
export function slotsOn({ enabled, data }: Availability, date: string): Slot[] {
  if (!enabled || isInRange(data, date)) return [];
  return data.specificDates[date] ?? data.weeklySchedule[weekdayOf(date)];
}

/** The state of a day, in the same order of precedence. [V3] */
export function dayState(availability: Availability, date: string): DayState {
  const { enabled, data } = availability;
  if (!enabled || isInRange(data, date)) return 'unavailable';
  const specific = data.specificDates[date];
  if (specific) return specific.length > 0 ? 'specific' : 'unavailable';
  return slotsOn(availability, date).length > 0 ? 'available' : 'none';
}

/** Whether there are any hours at all, which completes the availability part of a profile. [R7] */
export function hasSlots({ weeklySchedule, specificDates }: AvailabilityData): boolean {
  const days = [...Object.values(weeklySchedule), ...Object.values(specificDates)];
  return days.some((slots) => slots.length > 0);
}

/**
 * Removes dates and ranges in the past; keeps yesterday, because its overnight slot may not have
 * ended.
 */
export function pruneAvailability(data: AvailabilityData, now: Date): AvailabilityData {
  const oldest = addDays(dateIn(data.timeZone, now), -1);
  const dates = Object.entries(data.specificDates).filter(([date]) => date >= oldest);
  return {
    ...data,
    specificDates: Object.fromEntries(dates.sort()),
    unavailableDateRanges: data.unavailableDateRanges.filter(({ end }) => end >= oldest),
  };
}

const signatureOf = ({ enabled, data }: Availability) =>
  JSON.stringify([
    enabled,
    data.timeZone,
    WEEKDAYS.map((day) => data.weeklySchedule[day].map(slotSignature)),
    Object.entries(data.specificDates)
      .map(([date, slots]) => [date, ...slots.map(slotSignature)])
      .sort(),
    data.unavailableDateRanges.map(({ start, end }) => [start, end]),
  ]);
const slotSignature = ({ start, end, overnight }: Slot) => `${start}-${end}${overnight ? '+' : ''}`;

/** Whether both are equal, regardless of the order of their keys. */
export function isSameAvailability(one: Availability, other: Availability): boolean {
  return signatureOf(one) === signatureOf(other);
}
