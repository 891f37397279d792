import { OVERDUE_MS } from '@kindpal/contract/feedback/rules';
import type { Feedback, FeedbackStatus, StaffFeedback } from '@kindpal/contract/feedback/schema';
import type { JobContext } from '@kindpal/contract/staff/job-context';
import { and, desc, eq, ilike, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queries } from '../db/client.ts';
import { countUpTo } from '../db/count-up-to.ts';
import { fillSql } from '../db/fill-sql.ts';
import { authUser } from '../db/schema/account.ts';
import { feedback } from '../db/schema/feedback.ts';
import { users } from '../db/schema/member.ts';
import { patternOf } from '../db/search-words.ts';
import { currentJobsOf, jobContexts } from '../staff/jobs/job-context.ts';
import type { Key } from '../transport/cursor.ts';
import { isHiddenRequest, type LockedFeedback } from './policy.ts';

const responder = alias(users, 'responder');
/** A job that starts within this time is urgent. */
const URGENT_MS = 24 * 3_600_000;
/** The statuses that wait for staff. */
const WAITING = ['open', 'in_progress'] as const;

const own = {
  id: feedback.id,
  /** `created_at` to the microsecond: with milliseconds a cursor would skip rows. */
  position: sql<string>`to_char(${feedback.created_at} AT TIME ZONE 'UTC',
    'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  message: feedback.message,
  status: feedback.status,
  admin_response: feedback.admin_response,
  created_at: feedback.created_at,
  responded_at: feedback.responded_at,
  wants_follow_up: feedback.wants_follow_up,
};
const JOBS_SHOWN = 3;
/** The job it was sent from, or else the sender's current jobs; none for a visitor. */
const CONCERNED = `CASE WHEN feedback.job_id IS NOT NULL THEN ARRAY[feedback.job_id]
  ELSE ${currentJobsOf('feedback.user_id', JOBS_SHOWN)} END`;
const EARLIER_COUNTED = 100;
const EARLIER = countUpTo(
  EARLIER_COUNTED,
  `feedback before WHERE before.user_id = feedback.user_id
    AND before.created_at < feedback.created_at AND NOT ${isHiddenRequest('before', '?')}`,
);
/** SQL with `?` for a staff member. */
const forViewer = (text: string, staffId: string) => fillSql(text, sql`${staffId}::uuid`);
const existsFor = (staffId: string) =>
  forViewer(`NOT ${isHiddenRequest('feedback', '?')}`, staffId);

const forStaff = (staffId: string) => ({
  ...own,
  version: feedback.version,
  user_id: feedback.user_id,
  full_name: users.full_name,
  email: sql<string | null>`coalesce(${authUser.email}, ${feedback.email})`,
  page_url: feedback.page_url,
  user_agent: feedback.user_agent,
  responder: responder.full_name,
  topic: feedback.topic,
  jobs: sql<JobContext[]>`${sql.raw(jobContexts(CONCERNED, JOBS_SHOWN))}`,
  earlier_requests: sql<number>`${forViewer(EARLIER, staffId)}`,
});

export type OwnFeedbackRow = Omit<Feedback, 'created_at' | 'responded_at'> & {
  position: string;
  created_at: Date;
  responded_at: Date | null;
};
export type StaffRow = Omit<StaffFeedback, keyof OwnFeedbackRow | 'is_overdue'> & OwnFeedbackRow;

/** A request that exists for this staff member, locked until the transaction ends. */
export async function lockFeedback(
  tx: Queries,
  id: string,
  staffId: string,
): Promise<LockedFeedback | undefined> {
  const [row] = await tx
    .select({ id: feedback.id, version: feedback.version })
    .from(feedback)
    .where(and(eq(feedback.id, id), existsFor(staffId)))
    .for('update');
  return row;
}

/** One member's requests, newest first. */
export async function listOwnFeedback(
  queries: Queries,
  page: { member: string; after: Key | null; limit: number },
): Promise<OwnFeedbackRow[]> {
  return queries
    .select(own)
    .from(feedback)
    .where(and(eq(feedback.user_id, page.member), olderThan(page.after)))
    .orderBy(desc(feedback.created_at), desc(feedback.id))
    .limit(page.limit);
}

export type StaffFilter = {
  /** Who reads. */
  staffId: string;
  status?: FeedbackStatus | undefined;
  overdue?: boolean | undefined;
  urgent?: boolean | undefined;
  search?: string | undefined;
  after: Key | null;
  limit: number;
  now: Date;
};

/**
 * Everybody's requests that exist for this staff member, newest first; the search covers message,
 * name and address. [F4]
 */
export async function listStaffFeedback(
  queries: Queries,
  filter: StaffFilter,
): Promise<StaffRow[]> {
  const pattern = filter.search ? patternOf(filter.search) : null;
  return staffSelect(queries, filter.staffId)
    .where(
      and(
        existsFor(filter.staffId),
        filter.status && eq(feedback.status, filter.status),
        filter.overdue ? isOverdue(filter.now) : undefined,
        filter.urgent ? isUrgent(filter.now) : undefined,
        pattern
          ? or(
              ilike(feedback.message, pattern),
              ilike(users.full_name, pattern),
              ilike(authUser.email, pattern),
              ilike(feedback.email, pattern),
            )
          : undefined,
        olderThan(filter.after),
      ),
    )
    .orderBy(desc(feedback.created_at), desc(feedback.id))
    .limit(filter.limit);
}

/** One request with all that staff see. */
export async function findStaffFeedback(
  queries: Queries,
  id: string,
  staffId: string,
): Promise<StaffRow | undefined> {
  const [row] = await staffSelect(queries, staffId).where(
    and(eq(feedback.id, id), existsFor(staffId)),
  );
  return row;
}

/** How many wait for this staff member, and how many of them for over a day. */
export async function countWaiting(
  queries: Queries,
  { staffId, now }: { staffId: string; now: Date },
): Promise<{ open: number; overdue: number }> {
  const [row] = await queries
    .select({
      open: sql<number>`count(*)::int`,
      overdue: sql<number>`count(*) filter (where ${feedback.created_at} < ${overdueSince(now)})::int`,
    })
    .from(feedback)
    .where(and(inArray(feedback.status, WAITING), existsFor(staffId)));
  return row ?? { open: 0, overdue: 0 };
}

function staffSelect(queries: Queries, staffId: string) {
  return queries
    .select(forStaff(staffId))
    .from(feedback)
    .leftJoin(users, eq(users.id, feedback.user_id))
    .leftJoin(authUser, eq(authUser.id, feedback.user_id))
    .leftJoin(responder, eq(responder.id, feedback.responded_by))
    .$dynamic();
}

function olderThan(after: Key | null): SQL | undefined {
  if (!after) return undefined;
  return sql`(${feedback.created_at}, ${feedback.id}) < (${after.created_at}::timestamptz, ${after.id}::uuid)`;
}

function isOverdue(now: Date): SQL | undefined {
  return and(inArray(feedback.status, WAITING), lt(feedback.created_at, overdueSince(now)));
}

/**
 * Matches what `urgencyOf` in the web app calls urgent, for the jobs that staff see with a
 * request.
 */
function isUrgent(now: Date): SQL | undefined {
  const soon = new Date(now.getTime() + URGENT_MS);
  return and(
    inArray(feedback.status, WAITING),
    sql`EXISTS (SELECT FROM jobs job WHERE job.id = ANY(${sql.raw(CONCERNED)})
      AND (job.status = 'in_progress' OR (job.status IN ('open', 'claimed')
        AND job.start_date <= ${soon} AND job.end_date > ${now})))`,
  );
}

function overdueSince(now: Date): Date {
  return new Date(now.getTime() - OVERDUE_MS);
}
