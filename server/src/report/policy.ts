import { DECISION_KINDS, type DecisionKind } from '@kindpal/contract/moderation/schema';
import type { Signal } from '@kindpal/contract/report/schema';
import type { ReportSubject } from '@kindpal/contract/report/subject';
import { type Authorized, authorize } from '../access/authorized.ts';
import { areBlocked } from '../block/policy.ts';
import { isWithdrawnFrom } from '../job/policy.ts';
import { notFound, refusal } from '../transport/refusal.ts';

/*
 * Members report content that they see and that is not their own: a message or a conversation of
 * theirs, a job that they are shown, a profile, a published review, a picture. Each member has at
 * most one open report per content. The copy for staff is made by the server in the statement that
 * stores the report. Reporters see their own reports and whether there was action; the reported
 * member learns neither of the report nor of the reporter. Staff handle others' reports: a
 * reporter, or a reported member, does not see that report. One staff member at a time works on a
 * report. A signal is a report without a reporter; of the members who blocked somebody, staff see
 * only the number. A new member's first jobs are such cases if the community wants to review them:
 * deciding on no action approves one.
 */

/** Whether `reporter` sees `job` of `owner`, or holds or held it. */
const SEES_JOB = `(job.status = 'open' AND NOT ${isWithdrawnFrom('reporter.id')}
  OR EXISTS (SELECT FROM job_claims held WHERE held.job_id = job.id AND held.sitter_id = reporter.id))`;

/** Whether `reporter` sees the profile of `member`. */
const SEES_MEMBER = `member.suspended_at IS NULL AND NOT ${areBlocked('member.id', 'reporter.id')}`;

/**
 * Who may report what: conditions over `reporter` and the content, which must be somebody else's.
 */
export const MAY_REPORT = {
  job_thread: `reporter.id IN (claim.sitter_id, job.owner_id)`,
  conversation: `reporter.id IN (talk.participant_1, talk.participant_2)`,
  job: `job.owner_id <> reporter.id AND ${SEES_JOB}`,
  member: `member.id <> reporter.id AND ${SEES_MEMBER}`,
  review: `review.reviewer_id <> reporter.id`,
} as const;

/**
 * The condition under which staff member `?` handles a `report`. With `<>` alone, PostgreSQL
 * expects few rows if one member has sent most reports, and would sort the whole queue. [S4]
 */
export const HANDLES = 'coalesce(? NOT IN (report.reporter_id, report.member_id), true)';

/** The same for a report already read. */
export function canHandle(
  actor: { id: string },
  report: { reporter_id: string | null | undefined; member_id: string },
): boolean {
  return report.reporter_id !== actor.id && report.member_id !== actor.id;
}

const REMOVABLE: readonly ReportSubject[] = ['message', 'job', 'profile', 'picture'];

type Reported = { subject_type: ReportSubject; signal: Signal | null };

/** Signals about the member, not about content of theirs. */
const ABOUT_MEMBER: readonly (Signal | null)[] = ['blocks', 'cancellations'];

/** The content a report is about. */
export function contentOf<Row extends Reported & { subject_id: string }>({
  subject_type,
  subject_id,
  signal,
}: Row): { subject_type: ReportSubject | null; subject_id: string | null } {
  return ABOUT_MEMBER.includes(signal)
    ? { subject_type: null, subject_id: null }
    : { subject_type, subject_id };
}

/** Decisions about the member personally: they wait for the member's answer. */
export const AGAINST_MEMBER: readonly DecisionKind[] = ['warn', 'suspend', 'ban'];

/** The possible decisions about a report: for staff of the same rank, only no action. [S4] */
export function decisionsFor(
  { subject_type, signal }: Reported,
  { mayDecide, member }: { mayDecide: boolean; member: { suspended_at: unknown } },
): DecisionKind[] {
  if (!mayDecide) return ['dismiss'];
  return DECISION_KINDS.filter((kind) => {
    if (kind === 'hide') return subject_type === 'review';
    if (kind === 'remove')
      return REMOVABLE.includes(subject_type) && !ABOUT_MEMBER.includes(signal);
    // It can only be approved or declined.
    if (kind === 'warn' && signal === 'first_post') return false;
    return !(kind === 'suspend' || kind === 'ban') || member.suspended_at === null;
  });
}

/** A report, locked, with the facts for its authorization. */
export type LockedReport = {
  id: string;
  reporter_id: string | null;
  member_id: string;
  subject_type: ReportSubject;
  subject_id: string;
  signal: Signal | null;
  decided_at: Date | null;
  assigned_to: string | null;
};

/**
 * Authorizes staff to decide a report assigned to them. Throws NOT_FOUND, REPORT_DECIDED,
 * REPORT_TAKEN. [S4]
 */
export function authorizeReportDecision(
  actor: { id: string },
  report: LockedReport | undefined,
): Authorized<LockedReport, 'decide'> {
  if (!report || !canHandle(actor, report)) throw notFound();
  if (report.decided_at) throw refusal('REPORT_DECIDED');
  if (report.assigned_to !== actor.id) throw refusal('REPORT_TAKEN');
  return authorize(report, 'decide');
}
