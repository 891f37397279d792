import {
  type Slot,
  WEEKDAYS,
  type Weekday,
  type WeeklySchedule,
} from '@kindpal/contract/availability/rules';
import { dateFormat, keepTogether } from '~/lib/format.ts';

/** '09:00' as '9:00 AM'. */
export function timeText(time: string): string {
  const hour = Number(time.slice(0, 2));
  return `${hour % 12 || 12}${time.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** '9:00 AM – 5:00 PM', with a note if it ends on the next day. */
export function slotText({ start, end, overnight }: Slot): string {
  return keepTogether(`${timeText(start)} – ${timeText(end)}${overnight ? ' the next day' : ''}`);
}

export function slotsText(slots: readonly Slot[]): string {
  return slots.map(slotText).join(', ');
}

export const WEEKDAY_LABELS: Record<Weekday, string> = {
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday',
};

const DAY = { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' } as const;
const DAY_AND_YEAR = { ...DAY, year: 'numeric' } as const;

/** 'Sat, Nov 22, 2025' from a yyyy-MM-dd, independent of the viewer's time zone. */
export function dateText(date: string): string {
  return dateFormat(DAY_AND_YEAR).format(new Date(date));
}

/** 'Sat, Nov 22' from a yyyy-MM-dd in the near future. */
export function shortDateText(date: string): string {
  return keepTogether(dateFormat(DAY).format(new Date(date)));
}

/**
 * 'Sat, Nov 22 – Mon, Nov 24, 2025'; a single day, and the common parts of both days, appear once.
 */
export function rangeText({ start, end }: { start: string; end: string }): string {
  return dateFormat(DAY_AND_YEAR)
    .formatRange(new Date(start), new Date(end))
    .replaceAll('\u2009', ' ');
}

const shortDay = (day: Weekday) => WEEKDAY_LABELS[day].slice(0, 3);

/** Groups consecutive days: 'Mon–Fri, Sun'; 'Every day' for all seven. */
export function daysText(days: readonly Weekday[]): string {
  if (days.length === WEEKDAYS.length) return 'Every day';
  const runs: Weekday[][] = [];
  for (const day of WEEKDAYS.filter((each) => days.includes(each))) {
    const last = runs.at(-1)?.at(-1);
    const follows = last && WEEKDAYS.indexOf(last) === WEEKDAYS.indexOf(day) - 1;
    if (follows) runs.at(-1)?.push(day);
    else runs.push([day]);
  }
  return runs
    .flatMap((run) => {
      const ends = [run[0], run.at(-1)].map((day) => shortDay(day as Weekday));
      return run.length < 3 ? run.map(shortDay) : [ends.join('–')];
    })
    .join(', ');
}

/** A short text for a week: days with the same hours together, days without hours left out. [R1] */
export function weekText(week: WeeklySchedule): { days: string; hours: string }[] {
  const byHours = new Map<string, Weekday[]>();
  for (const day of WEEKDAYS) {
    const hours = slotsText(week[day]);
    if (hours) byHours.set(hours, [...(byHours.get(hours) ?? []), day]);
  }
  return [...byHours].map(([hours, days]) => ({ days: daysText(days), hours }));
}
