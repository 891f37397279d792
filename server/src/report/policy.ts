import { DECISION_KINDS, type DecisionKind } from '@kindpal/contract/moderation/schema';
import type { Signal } from '@kindpal/contract/report/schema';
import type { ReportSubject } from '@kindpal/contract/report/subject';
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { type Authorized, authorize } from '../access/authorized.ts';
import { isGoneFor, isPresentFor } from '../block/policy.ts';
import { reports } from '../db/schema/report.ts';
import { isWithdrawnFrom } from '../job/policy.ts';
import { isSuspension } from '../moderation/policy.ts';
import { notFound, refusal } from '../transport/refusal.ts';

/*
 * Members report what they see and what is not their own: a message or a conversation that they
 * take part in, a job, a profile, a published review, a picture. Each reporter has one open report
 * per thing. The statement that stores a report also makes the copy for staff. Reporters read their
 * own reports and whether something was done; the reported member learns neither that there is a
 * report nor who made it. With a report, the reporter can block its member, but not the author of a
 * review whose name they do not see: their list of blocks would show it.
 *
 * The reporter can withdraw a report while no staff member has it, unless staff have already asked
 * one of the two sides a question. Staff then see only how many reports a member has withdrawn.
 * Staff do not see reports that they made or that are about them, nor open reports of what they
 * have reported themselves, because these are decided together, nor the others of that decision
 * afterwards, nor reports of reviews about them and of jobs that they hold. One person at a time
 * works on a report.
 *
 * A signal is a report without a reporter; staff read how many members blocked somebody, not who.
 * If the community reviews the first jobs of new members, each of them is such a case, and the
 * decision without action approves it.
 */

/** Whether `reporter` sees `job` of `owner`, or holds or held it. */
const SEES_JOB = `(job.status = 'open' AND NOT ${isWithdrawnFrom('reporter.id')}
  OR EXISTS (SELECT FROM job_claims held WHERE held.job_id = job.id AND held.sitter_id = reporter.id))`;

/**
 * Who may report what: conditions over `reporter` and the content, which must be somebody else's.
 */
export const MAY_REPORT = {
  job_thread: `reporter.id IN (claim.sitter_id, job.owner_id)`,
  conversation: `reporter.id IN (conversation.participant_1, conversation.participant_2)`,
  job: `job.owner_id <> reporter.id AND ${SEES_JOB}`,
  member: `member.id <> reporter.id AND ${isPresentFor('member', 'reporter.id')}`,
  review: `review.reviewer_id <> reporter.id`,
} as const;

/** Whether `reporter` sees the name of the author of the reported review that was `found`. */
export const SEES_AUTHOR = `NOT ${isGoneFor('found.member_id', 'reporter.id')}`;

/** A report that was taken but not decided for so long is free for others again. */
export const TAKEN_FOR = `interval '2 hours'`;

/** A report that nobody else is working on, as a WHERE. [S4] */
export function takeableReport(actorId: string, id: string) {
  return and(
    eq(reports.id, id),
    isNull(reports.decided_at),
    or(
      isNull(reports.assigned_to),
      eq(reports.assigned_to, actorId),
      sql`${reports.assigned_at} < now() - ${sql.raw(TAKEN_FOR)}`,
    ),
  );
}

/** An undecided report that this staff member took, as a WHERE. [S4] */
export function takenReport(actorId: string, id: string) {
  return and(eq(reports.id, id), isNull(reports.decided_at), eq(reports.assigned_to, actorId));
}

/**
 * What staff member `staff` (SQL) is part of, as ids of reported content: what they have reported
 * themselves while that is open, reviews about them, and jobs that they hold.
 */
export const partOf = (staff: string) => `(
  SELECT subject_id FROM reports WHERE reporter_id = ${staff} AND decided_at IS NULL
  UNION ALL SELECT id FROM reviews WHERE reviewee_id = ${staff}
  UNION ALL SELECT job_id FROM job_claims WHERE sitter_id = ${staff} AND ended_at IS NULL)`;

/**
 * The condition under which staff member `?` handles a `report`. With `<>` alone, PostgreSQL
 * expects few rows if one member has sent most reports, and would sort the whole queue. It looks
 * ids up in a subquery by hash; those of an array it compares one by one. [S4]
 */
export const HANDLES = `(coalesce(? NOT IN (report.reporter_id, report.member_id), true)
  AND report.subject_id NOT IN ${partOf('?')}
  AND coalesce((SELECT false FROM reports own WHERE own.decision_id = report.decision_id
    AND own.reporter_id = ? LIMIT 1), true))`;

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
    return !isSuspension({ kind }) || member.suspended_at === null;
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
 * Whether staff have asked a side of a `report`, or to read its chat: then somebody heard of it.
 * For EXISTS PostgreSQL would read all that was ever asked.
 */
export const WAS_ASKED = `((SELECT hearing.id FROM hearings hearing
    WHERE hearing.report_id = report.id LIMIT 1) IS NOT NULL
  OR (SELECT reading.id FROM chat_readings reading
    WHERE reading.report_id = report.id LIMIT 1) IS NOT NULL)`;

/** Whether the reporter can take back a `report`. */
export const MAY_WITHDRAW = `(report.decided_at IS NULL AND report.assigned_to IS NULL
  AND NOT ${WAS_ASKED})`;

/** A report of the caller's, locked. */
export type OwnLockedReport = Pick<LockedReport, 'id' | 'decided_at' | 'assigned_to'> & {
  was_asked: boolean;
};

/** Lets a reporter withdraw a report. Throws NOT_FOUND, REPORT_DECIDED, REPORT_IN_REVIEW. [S4] */
export function authorizeReportWithdrawal(
  report: OwnLockedReport | undefined,
): Authorized<OwnLockedReport, 'withdraw'> {
  if (!report) throw notFound();
  if (report.decided_at) throw refusal('REPORT_DECIDED');
  if (report.assigned_to || report.was_asked) throw refusal('REPORT_IN_REVIEW');
  return authorize(report, 'withdraw');
}

/**
 * Lets staff decide a taken report, which `findReport` has found for them; `same` are those that
 * are decided with it. Throws NOT_FOUND, REPORT_DECIDED, REPORT_TAKEN. [S4]
 */
export function authorizeReportDecision(
  actor: { id: string },
  { report, same }: { report: LockedReport | undefined; same: LockedReport[] },
): Authorized<LockedReport, 'decide'> {
  if (!report || same.some(({ reporter_id }) => reporter_id === actor.id)) throw notFound();
  if (report.decided_at) throw refusal('REPORT_DECIDED');
  if (report.assigned_to !== actor.id) throw refusal('REPORT_TAKEN');
  return authorize(report, 'decide');
}
