import type { JobStatus } from '@kindpal/contract/job/schema';
import {
  definitionOf,
  type NotificationCondition,
  type NotificationType,
} from '@kindpal/contract/notification/catalog';
import { daysUntil, endOfQuiet, type QuietHours } from '@kindpal/contract/notification/quiet-hours';
import type { MailReason } from '@kindpal/contract/notification/schema';

/** What decides whether an email goes out. */
export type MailFacts = {
  channel: 'email' | 'push';
  type: NotificationType;
  created_at: Date;
  is_read: boolean;
  is_suspended: boolean;
  /** How the job stands now, where it is about one. */
  job: { status: JobStatus; start: Date; end: Date; time_zone: string } | null;
  /** The claim that it is about. */
  claim: { is_live: boolean; awaits_confirmation: boolean; is_reviewed: boolean } | null;
  /** Of what staff are told: whether its reader is one of them, and whether it still waits. */
  staff: { is_staff: boolean; waits: boolean };
  /** Whether an earlier email put its job into its reader's calendar. */
  is_in_calendar: boolean;
  /** Whether its job is offered to others than its reader. */
  is_reserved: boolean;
  /** Whether its reader switched it off on this channel. */
  is_off: boolean;
  /** Whether it waited for a digest: that comes at an hour and a day of its reader's choice. */
  in_digest: boolean;
  paused_until: Date | null;
  quiet_hours: QuietHours | null;
  /** The reader's clock. */
  time_zone: string;
};

export type MailVerdict =
  | { send: true }
  | { send: false; later: Date; reason: MailReason }
  | { send: false; later: null; reason: MailReason };

/** News of more than a day ago help nobody: a mail server was away, or this one. */
const TOO_LATE_MS = 24 * 3_600_000;
const URGENT_MS = 2 * 3_600_000;

type Holds = (facts: MailFacts, now: Date) => boolean;

const isClaimed: Holds = ({ job, claim }) => job?.status === 'claimed' && claim?.is_live === true;

/** Whether what a notification says is still so. */
const HOLDS: Record<NotificationCondition, Holds> = {
  always: () => true,
  asked_for: () => true,
  // Whatever its reader has read is left out in any case.
  unread: () => true,
  in_calendar: ({ is_in_calendar }) => is_in_calendar,
  claim_is_live: ({ claim }) => claim?.is_live === true,
  not_started: isClaimed,
  starts_soon: (facts, now) => isClaimed(facts, now) && (facts.job?.start ?? now) > now,
  starts_tomorrow: (facts, now) => {
    const { job } = facts;
    if (!job || !isClaimed(facts, now)) return false;
    return daysUntil(job.start, { now, timeZone: job.time_zone }) === 1;
  },
  in_progress: ({ job }) => job?.status === 'in_progress',
  awaits_confirmation: ({ claim }) => claim?.awaits_confirmation === true,
  not_reviewed: ({ claim }) => claim?.is_reviewed === false,
  awaits_staff: ({ staff }) => staff.is_staff && staff.waits,
  is_staff: ({ staff }) => staff.is_staff,
  job_is_open: ({ job }, now) => job?.status === 'open' && job.end > now,
  is_offered: ({ job, is_reserved }, now) =>
    job?.status === 'open' && job.end > now && !is_reserved,
};

/** Decides about the email of a notification: now, later, or not at all, and why. */
export function judgeMail(facts: MailFacts, now: Date): MailVerdict {
  const never = (reason: MailReason) => ({ send: false, later: null, reason }) as const;
  const { holds, canSwitchOff } = definitionOf(facts.type);
  // What members cannot switch off is emailed also while they pause, read it in the bell, or a day late.
  const isOwed = facts.channel === 'email' && !canSwitchOff;
  if (facts.is_suspended) return never('suspended');
  if (holds === 'asked_for') return { send: true };
  // Anyone who visits the job has not corrected their calendar by that.
  if (facts.is_read && holds !== 'in_calendar' && !isOwed) return never('already_read');
  if (!HOLDS[holds](facts, now)) return never('no_longer_true');
  const isLate = now.getTime() - facts.created_at.getTime() > TOO_LATE_MS;
  if (isLate && !facts.in_digest && !isOwed) return never('too_late');
  if (facts.is_off) return never('switched_off');
  if (facts.paused_until && facts.paused_until > now && !isOwed) return never('paused');
  const later = isUrgent(facts, now) || facts.in_digest ? null : quietUntil(facts, now);
  return later ? { send: false, later, reason: 'quiet_hours' } : { send: true };
}

function isUrgent({ type, job }: MailFacts, now: Date): boolean {
  if (!definitionOf(type).isUrgent) return false;
  return !job || job.start.getTime() - now.getTime() <= URGENT_MS;
}

function quietUntil({ quiet_hours, time_zone }: MailFacts, now: Date): Date | null {
  return quiet_hours && endOfQuiet(quiet_hours, { now, timeZone: time_zone });
}
