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

/** HH:mm on the wall of the member's zone; an overnight slot ends on the day after it starts. */
export type Slot = { start: string; end: string; overnight?: boolean | undefined };
export type WeeklySchedule = Record<Weekday, Slot[]>;
/** Whole days, both ends included, as yyyy-MM-dd. */
export type DateRange = { start: string; end: string };

export type AvailabilityData = {
  weeklySchedule: WeeklySchedule;
  /** What holds on this date instead of the week's; no slot means not that day. */
  specificDates: Record<string, Slot[]>;
  unavailableDateRanges: DateRange[];
  /** IANA; null until it is known. */
  timeZone: string | null;
};
export type Availability = { enabled: boolean; data: AvailabilityData };

/** What the calendar shows of a day; 'none' has no hours and nothing against it. */
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

/** Every time that a slot may start or end at: 06:00 to 22:30 by 30 minutes. [V1] */
export const SLOT_TIMES: readonly string[] = Array.from(
  { length: (LAST - FIRST) / STEP + 1 },
  (_, n) => timeOf(FIRST + n * STEP),
);

/** The end in minutes from the midnight that the slot's day begins with. */
export const endOf = ({ end, overnight }: Slot) =>
  minutesOf(end) + (overnight ? MINUTES_OF_DAY : 0);

/** Whether a slot starts before it ends, which one that runs overnight always does. [V1] */
export function isSlotValid(slot: Slot): boolean {
  return minutesOf(slot.start) < endOf(slot);
}

/** A slot as it is kept: `overnight` stands only where it holds. */
const toSlot = (start: number, end: number): Slot =>
  end >= MINUTES_OF_DAY
    ? { start: timeOf(start), end: timeOf(end - MINUTES_OF_DAY), overnight: true }
    : { start: timeOf(start), end: timeOf(end) };

/** Valid slots of one day in order, those that overlap made one; slots that only touch stay two. */
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

/** Whether saving would make some of these slots one. */
export function hasOverlap(slots: readonly Slot[]): boolean {
  const valid = slots.filter(isSlotValid);
  return mergeSlots(valid).length < valid.length;
}

/** The slot to offer next: 09:00-17:00, or what is free after the others, or before; null when full. */
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

/** Unavailable ranges in order, those that overlap made one. */
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

/** Whether it is a day that there is, as yyyy-MM-dd. */
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

/** How a day stands, in the same order of precedence. [V3] */
export function dayState(availability: Availability, date: string): DayState {
  const { enabled, data } = availability;
  if (!enabled || isInRange(data, date)) return 'unavailable';
  const specific = data.specificDates[date];
  if (specific) return specific.length > 0 ? 'specific' : 'unavailable';
  return slotsOn(availability, date).length > 0 ? 'available' : 'none';
}

/** Whether there is some hour at all: what makes a profile's availability complete. [R7] */
export function hasSlots({ weeklySchedule, specificDates }: AvailabilityData): boolean {
  const days = [...Object.values(weeklySchedule), ...Object.values(specificDates)];
  return days.some((slots) => slots.length > 0);
}

/** Without the dates and ranges that are over; yesterday stays, its night may not have ended. */
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

/** Whether both say the same, in whatever order their keys stand. */
export function isSameAvailability(one: Availability, other: Availability): boolean {
  return signatureOf(one) === signatureOf(other);
}
