import ical, { type CalendarResponse, type VEvent, type VFreebusy } from 'node-ical';
import { type BusyTime, mergeBusyTimes } from './busy-times.ts';

/** What the process is asked; `host` is ours, whose jobs are no busy times. */
export type BusyQuestion = { text: string; from: number; to: number; host: string };
/** Null for what is no calendar. */
export type BusyAnswer = BusyTime[] | null;

/**
 * Finds the busy times in one iCalendar file (RFC 5545) and ends with its parent. Days without a time
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

/** Each time of an event and its repetitions that counts as busy (RFC 5545, TRANSP). */
function timesOfEvent(event: VEvent, period: { from: Date; to: Date }): BusyTime[] {
  try {
    return ical
      .expandRecurringEvent(event, { ...period, expandOngoing: true })
      .filter(({ event: one }) => one.transparency !== 'TRANSPARENT' && one.status !== 'CANCELLED')
      .map(({ start, end }) => [start.getTime(), end.getTime()]);
  } catch {
    // A rule that is broken, or repeats each second, does not take the other events away.
    return [];
  }
}

function timesOfFreebusy({ freebusy = [] }: VFreebusy): BusyTime[] {
  return freebusy
    .filter(({ type }) => type !== 'FREE')
    .map(({ start, end }) => [start.getTime(), end.getTime()]);
}
