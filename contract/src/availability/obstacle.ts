import { dateIn } from '../time/date-in.ts';
import {
  type Availability,
  addDays,
  endOf,
  hasSlots,
  isInRange,
  minutesOf,
  slotsOn,
} from './rules.ts';

/** Why a member is not free at some time, according to their own availability. */
export type AvailabilityObstacle = 'switched_off' | 'away' | 'outside_hours';

const MINUTES_OF_DAY = 24 * 60;

/**
 * The conflict between a member's availability and the time from `start` to `end`. Null when
 * there is none, and for members who never entered hours. Times are read in the member's zone, or
 * else in `timeZone`. [J5] [V1]
 */
export function findObstacle(
  availability: Availability,
  period: { start: Date; end: Date; timeZone: string },
): AvailabilityObstacle | null {
  const { enabled, data } = availability;
  if (!enabled) return 'switched_off';
  const zone = data.timeZone ?? period.timeZone;
  const first = dateIn(zone, period.start);
  // A job that ends at midnight does not touch the next day.
  const last = dateIn(zone, new Date(period.end.getTime() - 1));
  for (let date = first; date <= last; date = addDays(date, 1)) {
    if (isInRange(data, date) || data.specificDates[date]?.length === 0) return 'away';
  }
  if (!hasSlots(data)) return null;
  return isCovered(availability, { first, last, ...wallMinutes(period, { first, zone }) })
    ? null
    : 'outside_hours';
}

/** Start and end in wall-clock minutes since midnight of the first day. */
function wallMinutes(
  { start, end }: { start: Date; end: Date },
  { first, zone }: { first: string; zone: string },
): { from: number; to: number } {
  const at = (moment: Date) => {
    const days = (Date.parse(dateIn(zone, moment)) - Date.parse(first)) / 86_400_000;
    const time = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hour: '2-digit',
      minute: '2-digit',
    }).format(moment);
    return days * MINUTES_OF_DAY + minutesOf(time);
  };
  return { from: at(start), to: at(end) };
}

type Span = { first: string; last: string; from: number; to: number };

/** Whether the hours of these consecutive days cover every minute between from and to. */
function isCovered(availability: Availability, { first, last, from, to }: Span): boolean {
  const spans: [start: number, end: number][] = [];
  for (let day = -1; addDays(first, day) <= last; day++) {
    const midnight = day * MINUTES_OF_DAY;
    for (const slot of slotsOn(availability, addDays(first, day))) {
      spans.push([midnight + minutesOf(slot.start), midnight + endOf(slot)]);
    }
  }
  let reached = from;
  for (const [start, end] of spans.sort(([one], [other]) => one - other)) {
    if (start <= reached && end > reached) reached = end;
  }
  return reached >= to;
}
