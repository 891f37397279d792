import { describe, expect, it } from 'vitest';
import { dateIn } from '../time/date-in.ts';
import {
  type AvailabilityData,
  addDays,
  copyMondayToAll,
  dayState,
  EMPTY_AVAILABILITY,
  EMPTY_WEEK,
  hasOverlap,
  hasSlots,
  isDate,
  isSameAvailability,
  isSlotValid,
  mergeRanges,
  mergeSlots,
  pruneAvailability,
  SLOT_TIMES,
  type Slot,
  slotsOn,
  suggestSlot,
  WEEKDAYS,
  weekdayOf,
} from './rules.ts';

const slot = (start: string, end: string): Slot => ({ start, end });
const night = (start: string, end: string): Slot => ({ start, end, overnight: true });
const DAY = slot('09:00', '17:00');

/** 2026-03-02 is a Monday. */
const MONDAY = '2026-03-02';
const dataOf = (given: Partial<AvailabilityData>): AvailabilityData => ({
  ...EMPTY_AVAILABILITY,
  ...given,
});
const on = (given: Partial<AvailabilityData>) => ({ enabled: true, data: dataOf(given) });

describe('the times of a slot [V1]', () => {
  it('run from 06:00 to 22:30 in steps of 30 minutes', () => {
    expect(SLOT_TIMES).toHaveLength(34);
    expect(SLOT_TIMES.slice(0, 3)).toEqual(['06:00', '06:30', '07:00']);
    expect(SLOT_TIMES.at(-1)).toBe('22:30');
  });

  it.each([
    [DAY, true],
    [slot('09:00', '09:00'), false],
    [slot('17:00', '09:00'), false],
    [night('20:00', '08:00'), true],
    [night('09:00', '09:00'), true],
  ])('%j is valid: %s', (given, valid) => {
    expect(isSlotValid(given)).toBe(valid);
  });

  it.each<[Slot[], Slot | null]>([
    [[], DAY],
    [[DAY], slot('17:30', '19:30')],
    [[slot('06:00', '21:00')], slot('21:30', '22:30')],
    [[slot('14:00', '22:30')], slot('06:00', '06:30')],
    [[slot('06:00', '22:30')], null],
    [[night('20:00', '06:00')], DAY],
    [[night('06:00', '06:00')], null],
  ])('to add to %j: %j', (slots, suggested) => {
    expect(suggestSlot(slots)).toEqual(suggested);
  });
});

describe('slots that overlap [V1]', () => {
  it.each<[Slot[], Slot[]]>([
    [[], []],
    [[DAY], [DAY]],
    [[slot('12:00', '14:00'), slot('09:00', '12:30')], [slot('09:00', '14:00')]],
    [[DAY, slot('10:00', '11:00')], [DAY]],
    [[DAY, DAY], [DAY]],
    [
      [slot('12:00', '14:00'), slot('09:00', '12:00')],
      [slot('09:00', '12:00'), slot('12:00', '14:00')],
    ],
    [[night('20:00', '08:00'), slot('18:00', '21:00')], [night('18:00', '08:00')]],
    [[night('20:00', '08:00'), night('22:00', '07:00')], [night('20:00', '08:00')]],
    [[{ start: '09:00', end: '10:00', overnight: false }], [slot('09:00', '10:00')]],
  ])('%j become %j', (slots, merged) => {
    expect(mergeSlots(slots)).toEqual(merged);
    expect(mergeSlots(merged)).toEqual(merged);
    expect(hasOverlap(slots)).toBe(merged.length < slots.length);
  });

  it('cover exactly the same minutes as before', () => {
    const minutes = (slots: Slot[]) => {
      const covered = new Set<number>();
      const at = (time: string) => SLOT_TIMES.indexOf(time);
      for (const { start, end, overnight } of slots) {
        for (let n = at(start); n < at(end) + (overnight ? 48 : 0); n += 1) covered.add(n);
      }
      return [...covered].sort();
    };
    // Every pair on a coarse grid, by day and overnight.
    const times = SLOT_TIMES.filter((_, n) => n % 6 === 0);
    const all = times.flatMap((start) =>
      times.flatMap((end) => [slot(start, end), night(start, end)].filter(isSlotValid)),
    );
    for (const one of all) {
      for (const other of all) {
        const merged = mergeSlots([one, other]);
        expect(minutes(merged)).toEqual(minutes([one, other]));
        expect(merged).toEqual(mergeSlots([other, one]));
      }
    }
  });
});

it('overlapping ranges are merged, in order [V2]', () => {
  const range = (start: string, end: string) => ({ start, end });
  expect(
    mergeRanges([
      range('2026-05-01', '2026-05-02'),
      range('2026-03-05', '2026-03-09'),
      range('2026-03-01', '2026-03-05'),
      range('2026-03-02', '2026-03-03'),
    ]),
  ).toEqual([range('2026-03-01', '2026-03-09'), range('2026-05-01', '2026-05-02')]);
});

it('Monday is copied to every day, as separate copies [V1]', () => {
  const week = copyMondayToAll({ ...EMPTY_WEEK, monday: [DAY], friday: [slot('06:00', '07:00')] });
  for (const day of WEEKDAYS) expect(week[day]).toEqual([DAY]);
  expect(week.tuesday).not.toBe(week.monday);
});

describe('the state of a day [V3]', () => {
  const week = { ...EMPTY_WEEK, monday: [DAY] };
  const ranges = [{ start: '2026-03-09', end: '2026-03-16' }];
  const shown = on({
    weeklySchedule: week,
    unavailableDateRanges: ranges,
    specificDates: {
      '2026-03-03': [slot('06:00', '07:00')],
      '2026-03-10': [slot('06:00', '07:00')],
      '2026-03-23': [],
    },
  });

  it.each([
    [MONDAY, 'available', [DAY]],
    ['2026-03-04', 'none', []],
    ['2026-03-03', 'specific', [slot('06:00', '07:00')]],
    // A range wins over the week, and over a date.
    ['2026-03-09', 'unavailable', []],
    ['2026-03-10', 'unavailable', []],
    ['2026-03-16', 'unavailable', []],
    // A date without hours wins over the week.
    ['2026-03-23', 'unavailable', []],
    ['2026-03-30', 'available', [DAY]],
  ])('%s: %s', (date, state, slots) => {
    expect(dayState(shown, date)).toBe(state);
    expect(slotsOn(shown, date)).toEqual(slots);
  });

  it('is unavailable every day for a sitter who is switched off', () => {
    const off = { ...shown, enabled: false };
    for (const date of [MONDAY, '2026-03-03', '2026-03-04']) {
      expect(dayState(off, date)).toBe('unavailable');
    }
  });
});

describe('dates [V2]', () => {
  it.each([
    ['2026-03-01', 'sunday'],
    [MONDAY, 'monday'],
    ['2028-02-29', 'tuesday'],
  ])('%s is a %s', (date, day) => {
    expect(weekdayOf(date)).toBe(day);
  });

  it.each([
    ['2028-02-29', true],
    ['2027-02-29', false],
    ['2027-2-9', false],
    ['12027-01-01', false],
    ['', false],
  ])('%j is a real date: %s', (date, is) => {
    expect(isDate(date)).toBe(is);
  });

  it('continue across the end of a month, a year and a clock change', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-03-08', 1)).toBe('2026-03-09');
    expect(addDays(MONDAY, -2)).toBe('2026-02-28');
  });

  it('are those of the time zone, not of the viewer', () => {
    const now = new Date('2026-03-02T03:00:00Z');
    expect(dateIn('America/New_York', now)).toBe('2026-03-01');
    expect(dateIn('Pacific/Kiritimati', now)).toBe('2026-03-02');
    expect(dateIn(null, now)).toBe('2026-03-02');
    // A zone that this machine's ICU does not know.
    expect(dateIn('Mars/Olympus_Mons', now)).toBe('2026-03-02');
  });

  it('in the past are left out, except for yesterday', () => {
    const data = dataOf({
      timeZone: 'America/New_York',
      specificDates: { '2026-03-01': [DAY], '2026-02-28': [DAY], '2026-02-27': [DAY] },
      unavailableDateRanges: [
        { start: '2026-02-01', end: '2026-02-27' },
        { start: '2026-02-01', end: '2026-02-28' },
      ],
    });
    // It is still the first of March there.
    expect(pruneAvailability(data, new Date('2026-03-02T03:00:00Z'))).toMatchObject({
      specificDates: { '2026-02-28': [DAY], '2026-03-01': [DAY] },
      unavailableDateRanges: [{ start: '2026-02-01', end: '2026-02-28' }],
    });
  });
});

it('a form without any hour is no availability [R7]', () => {
  expect(hasSlots(EMPTY_AVAILABILITY)).toBe(false);
  expect(hasSlots(dataOf({ specificDates: { [MONDAY]: [] } }))).toBe(false);
  expect(hasSlots(dataOf({ specificDates: { [MONDAY]: [DAY] } }))).toBe(true);
  expect(hasSlots(dataOf({ weeklySchedule: { ...EMPTY_WEEK, sunday: [DAY] } }))).toBe(true);
});

it('reordering dates changes nothing, changing an hour does [V4]', () => {
  const one = on({ specificDates: { '2026-03-02': [DAY], '2026-03-04': [] } });
  const other = on({ specificDates: { '2026-03-04': [], '2026-03-02': [{ ...DAY }] } });
  expect(isSameAvailability(one, other)).toBe(true);
  expect(isSameAvailability(one, { ...other, enabled: false })).toBe(false);
  expect(isSameAvailability(one, on({ specificDates: { '2026-03-02': [DAY] } }))).toBe(false);
  expect(
    isSameAvailability(
      on({ specificDates: { [MONDAY]: [night('09:00', '17:00')] } }),
      on({ specificDates: { [MONDAY]: [DAY] } }),
    ),
  ).toBe(false);
});
