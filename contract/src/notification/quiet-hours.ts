import { dateIn } from '../time/date-in.ts';

/** When no emails are sent, as HH:mm in the member's time zone; may span midnight. */
export type QuietHours = { from: string; to: string };

export const DEFAULT_QUIET_HOURS: QuietHours = { from: '22:00', to: '07:00' };

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** The local date and time in this zone, as if it were UTC: epoch milliseconds. */
function wallOf(moment: number, timeZone: string): number {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  formats.set(timeZone, format);
  return Date.parse(`${format.format(moment).replace(' ', 'T')}Z`);
}

/** The time at which clocks in this zone show this; if they skip it, the time after. */
function momentOf(wall: number, timeZone: string): number {
  const offsetAt = (moment: number) => wallOf(moment, timeZone) - Math.floor(moment / 1000) * 1000;
  const guess = wall - offsetAt(wall);
  const better = wall - offsetAt(guess);
  // Around a clock change, the later of the two is never too early.
  return wallOf(better, timeZone) === wall ? better : Math.max(guess, better);
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** How many days after `now` the date of `then` is, in this time zone. */
export function daysUntil(then: Date, { now, timeZone }: { now: Date; timeZone: string }): number {
  const [from, to] = [now, then].map((moment) => Date.parse(dateIn(timeZone, moment)));
  return Math.round(((to as number) - (from as number)) / DAY_MS);
}

/** The midnight after `now`, in this time zone. */
export function endOfDay(now: Date, timeZone: string): Date {
  const wall = wallOf(now.getTime(), timeZone);
  return new Date(momentOf((Math.floor(wall / DAY_MS) + 1) * DAY_MS, timeZone));
}

/**
 * The end of the quiet hours that contain `now`, in this time zone; null outside of them. Hours
 * that start and end at the same time are empty.
 */
export function endOfQuiet(
  { from, to }: QuietHours,
  { now, timeZone }: { now: Date; timeZone: string },
): Date | null {
  const wall = wallOf(now.getTime(), timeZone);
  const midnight = Math.floor(wall / DAY_MS) * DAY_MS;
  const minute = (wall - midnight) / MINUTE_MS;
  const [start, end] = [minutesOf(from), minutesOf(to)];
  const isQuiet = start <= end ? minute >= start && minute < end : minute >= start || minute < end;
  if (!isQuiet) return null;
  const endsTomorrow = start > end && minute >= start;
  const endWall = midnight + (endsTomorrow ? DAY_MS : 0) + end * MINUTE_MS;
  return new Date(momentOf(endWall, timeZone));
}
