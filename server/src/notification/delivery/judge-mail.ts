import type { JobStatus } from '@kindpal/contract/job/schema';
import {
  definitionOf,
  type NotificationCondition,
  type NotificationType,
} from '@kindpal/contract/notification/catalog';
import {
  daysUntil,
  endOfDay,
  endOfQuiet,
  type QuietHours,
} from '@kindpal/contract/notification/quiet-hours';
import type { MailReason } from '@kindpal/contract/notification/schema';

/** The facts that decide whether an email is sent. */
export type MailFacts = {
  channel: 'email' | 'push';
  type: NotificationType;
  /** By the node's clock. */
  happened_at: Date;
  is_read: boolean;
  is_suspended: boolean;
  /** Whether the recipient still has to confirm the address, which may be somebody else's. [U1] */
  has_to_confirm: boolean;
  /** The job's current state, if it is about one. */
  job: { status: JobStatus; start: Date; end: Date; time_zone: string } | null;
  /** The claim it is about. */
  claim: { is_live: boolean; awaits_confirmation: boolean; is_reviewed: boolean } | null;
  /** For staff notifications: whether the recipient is staff, and the task still open. */
  staff: { is_staff: boolean; waits: boolean };
  /** Whether an earlier email added its job to the recipient's calendar. */
  is_in_calendar: boolean;
  /** Whether the recipient and a member it is about have blocked one another. */
  is_blocked: boolean;
  /** Whether the recipient can't open its job: it is offered to others, or its owner suspended. */
  is_hidden: boolean;
  /** The end of the recipient's own turn to claim its job, if this is about that turn. */
  turn_until: Date | null;
  /** Whether its recipient switched it off on this channel. */
  is_off: boolean;
  /** Whether it waited for the member's scheduled digest: then age and quiet hours do not count. */
  in_digest: boolean;
  paused_until: Date | null;
  quiet_hours: QuietHours | null;
  /** The recipient's time zone; null until it is known: then there are no quiet hours. */
  time_zone: string | null;
};

export type MailVerdict =
  | { send: true }
  | { send: false; later: Date; reason: MailReason }
  | { send: false; later: null; reason: MailReason };

/** News more than a day old are useless: the mail server or this one was down. */
const TOO_LATE_MS = 24 * 3_600_000;
const URGENT_MS = 2 * 3_600_000;

type Holds = (facts: MailFacts, now: Date) => boolean;

const isClaimed: Holds = ({ job, claim }) => job?.status === 'claimed' && claim?.is_live === true;

/** Whether a notification is still true. */
const HOLDS: Record<NotificationCondition, Holds> = {
  always: () => true,
  asked_for: () => true,
  // Read notifications are dropped in any case.
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
  job_is_open: ({ job, is_hidden }, now) => job?.status === 'open' && job.end > now && !is_hidden,
  is_your_turn: ({ job, turn_until }, now) =>
    job?.status === 'open' && turn_until !== null && turn_until > now,
};

/** Decides about a notification's email: now, later, or never, and why. */
export function judgeMail(facts: MailFacts, now: Date): MailVerdict {
  const never = (reason: MailReason) => ({ send: false, later: null, reason }) as const;
  const { holds, canSwitchOff } = definitionOf(facts.type);
  // Notifications that members can't switch off are emailed even when paused, read in the bell,
  // or a day late.
  const isOwed = facts.channel === 'email' && !canSwitchOff;
  if (facts.is_suspended) return never('suspended');
  if (facts.channel === 'email' && facts.has_to_confirm) return never('unconfirmed');
  if (holds === 'asked_for') return { send: true };
  // Visiting the job's page does not correct the recipient's calendar.
  if (facts.is_read && holds !== 'in_calendar' && !isOwed) return never('already_read');
  if (!HOLDS[holds](facts, now) || isEndedByBlock(facts)) return never('no_longer_true');
  const isLate = now.getTime() - facts.happened_at.getTime() > TOO_LATE_MS;
  if (isLate && !facts.in_digest && !isOwed) return never('too_late');
  if (facts.is_off) return never('switched_off');
  if (facts.paused_until && facts.paused_until > now && !isOwed) return never('paused');
  const later = isUrgent(facts, now) || facts.in_digest ? null : quietUntil(facts, now);
  return later ? { send: false, later, reason: 'quiet_hours' } : { send: true };
}

/** Staff see the same reason as for a deleted job, because the block is private to its member. */
function isEndedByBlock({ type, is_blocked, claim }: MailFacts): boolean {
  const { afterBlock } = definitionOf(type);
  if (!is_blocked || afterBlock === 'sent') return false;
  return afterBlock === 'dropped' || claim?.is_live !== true;
}

function isUrgent(facts: MailFacts, now: Date): boolean {
  if (!definitionOf(facts.type).isUrgent) return false;
  const by = neededBy(facts);
  return !by || by.getTime() - now.getTime() <= URGENT_MS;
}

/** When urgent news becomes useless: at the job's start, or for an offer at the end of its turn. */
function neededBy({ job, turn_until }: MailFacts): Date | null {
  if (!job) return null;
  return turn_until && turn_until < job.start ? turn_until : job.start;
}

/**
 * The end of quiet hours, or null outside of them. Urgent news is sent at least two hours before it
 * becomes useless, at any hour.
 */
function quietUntil(facts: MailFacts, now: Date): Date | null {
  const { quiet_hours, time_zone, type } = facts;
  if (!quiet_hours || !time_zone) return null;
  const end = endOfQuiet(quiet_hours, { now, timeZone: time_zone });
  const by = neededBy(facts);
  if (!end || !by || !definitionOf(type).isUrgent) return end;
  return new Date(Math.min(end.getTime(), by.getTime() - URGENT_MS));
}

/** How long a push service keeps a message for a device that is off, in seconds. */
export function keptSeconds({ type, job, turn_until }: MailFacts, now: Date): number {
  const { hours, until } = definitionOf(type).kept;
  const ends = {
    job_starts: job && job.start > now ? job.start : job?.end,
    job_ends: job?.end,
    turn_ends: turn_until,
    day_ends: job && endOfDay(now, job.time_zone),
  };
  const end = until && ends[until];
  const left = end ? Math.floor((end.getTime() - now.getTime()) / 1000) : hours * 3600;
  return Math.max(0, Math.min(left, hours * 3600));
}
