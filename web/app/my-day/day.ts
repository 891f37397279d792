import type { JobSide } from '@kindpal/contract/job/my-jobs';
import { dateIn } from '@kindpal/contract/time/date-in';

/**
 * How long a stored day may be read without contact with the server, in ms: it may contain access
 * that has ended.
 */
export const DAY_KEPT_MS = 24 * 3_600_000;
/** How long after its end a job is still shown, for somebody who is late, in ms. */
const LATE_MS = 2 * 3_600_000;

/**
 * What My Day stores of a job: what its page shows this viewer, without payment and home access.
 */
export type DayJob = {
  id: string;
  as: JobSide;
  status: 'claimed' | 'in_progress';
  title: string;
  pet_name: string;
  start_date: string;
  end_date: string;
  time_zone: string;
  location: string | null;
  address: string | null;
  special_instructions: string | null;
  care: DayCare | null;
  claim_id: string;
  other: { id: string; full_name: string };
};
export type DayCare = {
  medical_conditions: string | null;
  emergency_contact: string | null;
  emergency_phone: string | null;
};

/** A day as stored on the device; `until` is when it, or a job of it, expires. Epoch ms. */
export type SavedDay = {
  member_id: string;
  saved_at: number;
  until: number;
  jobs: (DayJob & { until: number })[];
};

/** Adds the expiry times to a member's day. */
export function toSavedDay(
  { member_id, jobs }: { member_id: string; jobs: readonly DayJob[] },
  now: number,
): SavedDay {
  const until = now + DAY_KEPT_MS;
  return {
    member_id,
    saved_at: now,
    until,
    jobs: jobs.map((job) => ({ ...job, until: Math.min(until, endOfUse(job, now)) })),
  };
}

function endOfUse({ status, end_date }: DayJob, now: number): number {
  const end = Date.parse(end_date);
  return (status === 'in_progress' ? Math.max(end, now) : end) + LATE_MS;
}

export type DaySection = 'today' | 'tomorrow';
type Dated = Pick<DayJob, 'status' | 'start_date' | 'end_date' | 'time_zone'>;

/** The day on which a job is, in its own time zone; null for neither of the two. */
export function sectionOfDay(job: Dated, now: number): DaySection | null {
  if (job.status === 'claimed' && Date.parse(job.end_date) + LATE_MS <= now) return null;
  const today = dateIn(job.time_zone, new Date(now));
  const start = dateIn(job.time_zone, new Date(job.start_date));
  if (start <= today) return 'today';
  return start === dayAfter(today) ? 'tomorrow' : null;
}

/** The next day; dates are yyyy-MM-dd. */
function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}
