import ical, { type CalendarResponse, type VEvent, type VFreebusy } from 'node-ical';
import { type BusyTime, mergeBusyTimes } from './busy-times.ts';

/** The request to the process; `host` is ours, whose own jobs are not busy times. */
export type BusyQuestion = { text: string; from: number; to: number; host: string };
/** Null if it is not a calendar. */
export type BusyAnswer = BusyTime[] | null;

/**
 * Finds the busy times in an iCalendar file (RFC 5545) and exits with its parent. All-day events
 * are read in the process's time zone, which is the member's.
 */
process.on('message', (question: BusyQuestion) => {
  process.send?.(busyTimesIn(question) satisfies BusyAnswer);
});
process.on('disconnect', () => process.exit());

function busyTimesIn({ text, from, to, host }: BusyQuestion): BusyAnswer {
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text)) return null;
  const times: BusyTime[] = [];
  const calendar: CalendarResponse = ical.sync.parseICS(text);
  for (const component of Object.values(calendar)) {
    if (component?.type === 'VEVENT' && !`${component.uid}`.endsWith(`@${host}`)) {
      times.push(...timesOfEvent(component, { from: new Date(from), to: new Date(to) }));
    } else if (component?.type === 'VFREEBUSY') times.push(...timesOfFreebusy(component));
  }
  return mergeBusyTimes(times.filter(([start, end]) => end > from && start < to));
}

/** The times of an event and its repetitions that count as busy (RFC 5545, TRANSP). */
function timesOfEvent(event: VEvent, period: { from: Date; to: Date }): BusyTime[] {
  try {
    return ical
      .expandRecurringEvent(event, { ...period, expandOngoing: true })
      .filter(({ event: one }) => one.transparency !== 'TRANSPARENT' && one.status !== 'CANCELLED')
      .map(({ start, end }) => [start.getTime(), end.getTime()]);
  } catch {
    // A broken rule, or one that repeats every second, must not hide the other events.
    return [];
  }
}

function timesOfFreebusy({ freebusy = [] }: VFreebusy): BusyTime[] {
  return freebusy
    .filter(({ type }) => type !== 'FREE')
    .map(({ start, end }) => [start.getTime(), end.getTime()]);
}
