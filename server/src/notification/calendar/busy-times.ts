import { BUSY_TIMES_MAX } from '@kindpal/contract/notification/schema';

/** Whether this member's own calendar is busy at some time of `job` (a row with its dates). */
export const isBusyDuring = (member: string, job: string) =>
  `EXISTS (SELECT FROM busy_times busy WHERE busy.member_id = ${member}
    AND busy.start_date < ${job}.end_date AND busy.end_date > ${job}.start_date)`;

/** Start and end, in milliseconds since 1970. */
export type BusyTime = [start: number, end: number];

/** Busy times in order, adjacent ones merged, only the nearest. */
export function mergeBusyTimes(times: BusyTime[]): BusyTime[] {
  const merged: BusyTime[] = [];
  for (const [start, end] of times.sort(([one], [other]) => one - other)) {
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else if (start < end) merged.push([start, end]);
  }
  return merged.slice(0, BUSY_TIMES_MAX);
}
