import type { JobContext } from '@kindpal/contract/staff/job-context';

export type Urgency = { text: string; isUrgent: boolean };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** A job that starts later than this is not urgent. */
const SOON = 24 * HOUR;

function spanText(milliseconds: number): string {
  if (milliseconds < HOUR) return `${Math.max(1, Math.floor(milliseconds / MINUTE))} min`;
  const hours = Math.floor(milliseconds / HOUR);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}

/** How urgent a request about a job is; null once the job is over. [F4] */
export function urgencyOf(
  { status, start_date, end_date }: Pick<JobContext, 'status' | 'start_date' | 'end_date'>,
  now: number,
): Urgency | null {
  const start = Date.parse(start_date) - now;
  const end = Date.parse(end_date) - now;
  if (status === 'in_progress') return { text: 'In progress now', isUrgent: true };
  if (status !== 'open' && status !== 'claimed') return null;
  if (start > 0) return { text: `Starts in ${spanText(start)}`, isUrgent: start <= SOON };
  if (end > 0) return { text: `Should have started ${spanText(-start)} ago`, isUrgent: true };
  return { text: `Ended ${spanText(-end)} ago without a start`, isUrgent: false };
}
