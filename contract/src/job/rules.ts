import type { Role } from '../member/role.ts';
import type { JobAction } from './actions.ts';
import type { CancelCode, JobStatus } from './schema.ts';

/** How far ahead a job may start, in days. */
export const JOB_HORIZON_DAYS = 730;

/** Sizes by weight in pounds: up to 25, 60, 100, and above. */
export const PET_SIZES = {
  small: 'Small (0-25 lbs)',
  medium: 'Medium (26-60)',
  large: 'Large (61-100)',
  extra_large: 'Extra Large (100+)',
} as const;

/** A size shown without the others, so with the unit: 'Large (61-100 lbs)'. */
export const petSizeText = (size: keyof typeof PET_SIZES): string =>
  PET_SIZES[size].replace(/(?<! lbs)\)$/, ' lbs)');

/**
 * A viewer's relation to a job. `sitter` is a member who sits, neither owner nor claimant;
 * `staff` moderates it and is neither as well.
 */
export type JobRelation = 'owner' | 'claimant' | 'sitter' | 'other' | 'system' | 'staff';

/** The facts of a job that decide which actions are allowed. Times are epoch milliseconds. */
export type JobFacts = {
  status: JobStatus;
  start: number;
  end: number;
  /** When the sitter started, marked it as done, and when that was confirmed. */
  started_at: number | null;
  completed_at: number | null;
  confirmed_at: number | null;
  /** Whether staff cancelled it. */
  taken_down: boolean;
};

type Transition = {
  from: readonly JobStatus[];
  to: JobStatus;
  by: readonly JobRelation[];
  /** A condition on time or confirmation, if any. */
  when?: (job: JobFacts, now: number) => boolean;
  /** How the live claim ends with it, where it does. */
  endsClaim?: ClaimEnding;
  /** A different result for a job in progress. */
  underWay?: { to: JobStatus; endsClaim: ClaimEnding };
};
type ClaimEnding = 'released' | 'no_show' | 'cancelled' | 'completed';

const HOUR = 3_600_000;
/** How long before its start a sitter may start a job. */
export const START_EARLY_MS = 2 * HOUR;
/** How long until an unanswered completion counts as confirmed. */
export const CONFIRM_AFTER_MS = 48 * HOUR;

/** How long a start or completion can be undone: the ten seconds on screen, plus a slow network. */
export const UNDO_WITHIN_MS = 30_000;

const isJustNow = (moment: number | null, now: number) =>
  moment !== null && now < moment + UNDO_WITHIN_MS;

const isAwaitingConfirmation = (job: JobFacts) =>
  job.completed_at !== null && job.confirmed_at === null;

/** The whole life of a job: the state graph used by web and server. [J9] */
export const JOB_GRAPH: Record<JobAction, Transition> = {
  claim: {
    from: ['open'],
    to: 'claimed',
    by: ['sitter'],
    when: (job, now) => now < job.end,
  },
  release: {
    from: ['claimed'],
    to: 'open',
    // By the system when the sitter is suspended.
    by: ['owner', 'claimant', 'system'],
    endsClaim: 'released',
  },
  report_no_show: {
    from: ['claimed'],
    to: 'open',
    by: ['owner'],
    when: (job, now) => now >= job.start,
    endsClaim: 'no_show',
  },
  start: {
    from: ['claimed'],
    to: 'in_progress',
    by: ['claimant'],
    when: (job, now) => now >= job.start - START_EARLY_MS,
  },
  complete: { from: ['in_progress'], to: 'completed', by: ['claimant'] },
  confirm: {
    from: ['completed'],
    to: 'completed',
    by: ['owner', 'system'],
    when: isAwaitingConfirmation,
    endsClaim: 'completed',
  },
  dispute: { from: ['completed'], to: 'in_progress', by: ['owner'], when: isAwaitingConfirmation },
  cancel: {
    from: ['open', 'claimed', 'in_progress'],
    to: 'cancelled',
    by: ['owner'],
    endsClaim: 'cancelled',
  },
  reopen: {
    from: ['cancelled'],
    to: 'open',
    by: ['owner'],
    when: (job, now) => now < job.start && !job.taken_down,
  },
  undo_start: {
    from: ['in_progress'],
    to: 'claimed',
    by: ['claimant'],
    when: (job, now) => isJustNow(job.started_at, now),
  },
  undo_complete: {
    from: ['completed'],
    to: 'in_progress',
    by: ['claimant'],
    when: (job, now) => isAwaitingConfirmation(job) && isJustNow(job.completed_at, now),
  },
  expire: {
    from: ['open'],
    to: 'cancelled',
    by: ['system'],
    when: (job, now) => now >= job.end,
  },
  take_down: {
    from: ['open', 'claimed', 'in_progress'],
    to: 'cancelled',
    by: ['staff'],
    endsClaim: 'cancelled',
  },
  /** For two members who cannot continue together: a claimed job opens for other sitters. */
  end_claim: {
    from: ['claimed', 'in_progress'],
    to: 'open',
    by: ['staff'],
    endsClaim: 'released',
    // A job in progress is canceled: nobody can take over without meeting the owner, who can post
    // the rest as a new job.
    underWay: { to: 'cancelled', endsClaim: 'cancelled' },
  },
};

/** The state that an action leads to from this status, and how the live claim ends with it. [J9] */
export function leadsTo(
  action: JobAction,
  status: JobStatus,
): { to: JobStatus; endsClaim?: ClaimEnding } {
  const { to, endsClaim, underWay } = JOB_GRAPH[action];
  if (status === 'in_progress' && underWay) return underWay;
  return endsClaim ? { to, endsClaim } : { to };
}

/** Whether somebody who is `relation` to a job may do `action` to it at `now` (epoch ms). [J9] */
export function canActOnJob(
  action: JobAction,
  who: { job: JobFacts; relation: JobRelation; now: number },
): boolean {
  const { from, by, when } = JOB_GRAPH[action];
  return (
    from.includes(who.job.status) && by.includes(who.relation) && (when?.(who.job, who.now) ?? true)
  );
}

/**
 * The state of a job after an action: one that would reopen after its end has expired instead.
 * [J9]
 */
export function outcomeOf(
  action: JobAction,
  job: Pick<JobFacts, 'end' | 'status'>,
  now: number,
): { status: JobStatus; cancel_code: CancelCode | null } {
  const { to } = leadsTo(action, job.status);
  if (to === 'open' && now >= job.end) return { status: 'cancelled', cancel_code: 'expired' };
  return { status: to, cancel_code: to === 'cancelled' ? (CANCEL_CODES[action] ?? null) : null };
}

const CANCEL_CODES: Partial<Record<JobAction, CancelCode>> = {
  cancel: 'by_owner',
  expire: 'expired',
  take_down: 'taken_down',
  end_claim: 'by_staff',
};

/** The relation of a member to a job that they neither own nor hold. */
export function relationOfMember(role: Role): JobRelation {
  return role === 'pet_owner' ? 'other' : 'sitter';
}

/** The list's two labels: open is 'Available', everything else 'Claimed'. [J1] */
export function listLabel(status: JobStatus): 'Available' | 'Claimed' {
  return status === 'open' ? 'Available' : 'Claimed';
}

const STATUS_LABELS: Record<JobStatus, string> = {
  open: 'Available',
  claimed: 'Claimed',
  in_progress: 'In progress',
  completed: 'Completed',
  cancelled: 'Canceled',
};

/** The word for a completed job that waits for its owner's confirmation, everywhere. [J9] */
export const TO_CONFIRM = 'To confirm';

/** A job's status and, for those who see it, its live or completed claim. */
export type StatusAndClaim = {
  status: JobStatus;
  claim?: { confirmed_at: string | null } | null;
};

/** Whether a job waits for its owner's confirmation; false for those who see no claim. [J9] */
export function awaitsConfirmation({ status, claim }: StatusAndClaim): boolean {
  return status === 'completed' && claim != null && claim.confirmed_at === null;
}

/** The exact state, for the job's own page. [J4] */
export function statusLabel(job: StatusAndClaim): string {
  return awaitsConfirmation(job) ? TO_CONFIRM : STATUS_LABELS[job.status];
}

/** 'pet_sitting' → 'pet sitting', as the specification shows job types. */
export function jobTypeLabel(jobType: string): string {
  return jobType === 'both' ? 'sitting and walking' : jobType.replaceAll('_', ' ');
}

/** Monday (UTC) of the week of a time, yyyy-MM-dd: the precision for visitors. */
export function weekOf(moment: Date): string {
  const monday = new Date(moment);
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7));
  return monday.toISOString().slice(0, 10);
}

/** The job types matched by a type filter: sitting and walking also match 'both'. [J1] */
export function matchingJobTypes(filter: 'pet_sitting' | 'dog_walking' | 'both'): string[] {
  return filter === 'both' ? ['both'] : [filter, 'both'];
}
