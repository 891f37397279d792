import { NEEDS_MORE_STAFF } from '../../feedback/more-staff.ts';
import { isHiddenRequest } from '../../feedback/policy.ts';
import type { Services } from '../../services.ts';
import { TEAM } from '../../staff/policy.ts';

/** The columns of a reminder, in the order of its `SELECT`. */
const INTO = `INSERT INTO notifications
  (member_id, type, event_key, subject_id, job_id, claim_id, job_title, created_at)`;

/** Nobody is notified twice; checked first, so that old events cost no trigger. */
const ONCE = (member: string, type: string, key: string) => `NOT EXISTS (
    SELECT FROM notifications told WHERE told.member_id = ${member} AND told.type = '${type}'
      AND told.event_key = ${key})
  ON CONFLICT (member_id, type, event_key) DO NOTHING`;

/** 18:00 of the day before, in the job's time zone. */
const EVE = (moment: string) => `((${moment} AT TIME ZONE zone.name)::date - 1 + time '18:00')
  AT TIME ZONE zone.name`;
const ZONE = `CROSS JOIN LATERAL (SELECT known_zone(job.time_zone) AS name) zone`;
const DAY_OF = (moment: string) => `(${moment} AT TIME ZONE zone.name)::date`;

/** A postponed job is another event. */
const KEY_OF_START = `claim.id || '@' || extract(epoch FROM job.start_date)::bigint`;

type Reminder = { type: string; sides: string; from: string; due: string };

/**
 * About a claimed job, to one or both participants; `$1` is the time. A sitter who claimed after
 * it was due needs no reminder.
 */
const ofClaim = ({ type, sides, from, due }: Reminder) => `${INTO}
  SELECT side.member_id, '${type}', ${KEY_OF_START}, job.id, job.id, claim.id, job.title, $1::timestamptz
  FROM jobs job JOIN job_claims claim ON claim.job_id = job.id AND claim.ended_at IS NULL
  ${ZONE}
  CROSS JOIN LATERAL (SELECT ${due} AS at) due
  CROSS JOIN LATERAL unnest(ARRAY[${sides}]) AS side (member_id)
  WHERE job.status = 'claimed' AND ${from} AND due.at <= $1::timestamptz
    AND ${ONCE('side.member_id', type, KEY_OF_START)}`;

const STARTS_TOMORROW = ofClaim({
  type: 'reminders.starts_tomorrow',
  sides: 'job.owner_id, claim.sitter_id',
  due: EVE('job.start_date'),
  from: `job.start_date BETWEEN $1::timestamptz AND $1::timestamptz + interval '2 days' AND claim.claimed_at < due.at
    AND ${DAY_OF('$1::timestamptz')} < ${DAY_OF('job.start_date')}`,
});

const STARTS_SOON = ofClaim({
  type: 'reminders.starts_soon',
  sides: 'claim.sitter_id',
  due: `job.start_date - interval '2 hours'`,
  from: `job.start_date BETWEEN $1::timestamptz AND $1::timestamptz + interval '2 hours' AND claim.claimed_at < due.at`,
});

const NOT_STARTED = ofClaim({
  type: 'reminders.not_started',
  sides: 'job.owner_id, claim.sitter_id',
  due: `greatest(job.start_date, claim.claimed_at) + interval '15 minutes'`,
  from: `job.start_date BETWEEN $1::timestamptz - interval '1 day' AND $1`,
});

const KEY_OF_END = `job.id || '@' || extract(epoch FROM job.end_date)::bigint`;

const EXPIRES_TOMORROW = `${INTO}
  SELECT job.owner_id, 'reminders.expires_tomorrow', ${KEY_OF_END}, job.id, job.id, NULL, job.title, $1::timestamptz
  FROM jobs job ${ZONE}
  CROSS JOIN LATERAL (SELECT ${EVE('job.end_date')} AS at) due
  WHERE job.status = 'open' AND job.end_date BETWEEN $1::timestamptz AND $1::timestamptz + interval '2 days'
    AND due.at <= $1::timestamptz AND job.created_at < due.at
    AND ${DAY_OF('$1::timestamptz')} < ${DAY_OF('job.end_date')}
    AND ${ONCE('job.owner_id', 'reminders.expires_tomorrow', KEY_OF_END)}`;

/** A day after a job: its participants who have not written a review. */
const PLEASE_REVIEW = `${INTO}
  SELECT side.member_id, 'reviews.please', claim.id::text, job.id, job.id, claim.id, job.title, $1::timestamptz
  FROM job_claims claim JOIN jobs job ON job.id = claim.job_id
  CROSS JOIN LATERAL unnest(ARRAY[job.owner_id, claim.sitter_id]) AS side (member_id)
  WHERE claim.end_reason = 'completed'
    AND claim.ended_at BETWEEN $1::timestamptz - interval '3 days' AND $1::timestamptz - interval '1 day'
    AND NOT EXISTS (SELECT FROM reviews review WHERE review.claim_id = claim.id
      AND (review.reviewer_id = side.member_id OR review.published_at IS NOT NULL))
    AND ${ONCE('side.member_id', 'reviews.please', 'claim.id::text')}`;

/** Staff promise an answer within 24 hours; much older requests are on their page anyway. */
const FEEDBACK_OVERDUE = `INSERT INTO notifications (member_id, type, event_key, subject_id, created_at)
  SELECT staff.user_id, 'staff.feedback_overdue', feedback.id::text, staff.user_id, $1::timestamptz
  FROM feedback CROSS JOIN ${TEAM} staff
  WHERE feedback.status IN ('open', 'in_progress')
    AND NOT ${isHiddenRequest('feedback', 'staff.user_id')}
    AND feedback.created_at BETWEEN $1::timestamptz - interval '3 days' AND $1::timestamptz - interval '1 day'
    AND ${ONCE('staff.user_id', 'staff.feedback_overdue', 'feedback.id::text')}`;

/**
 * What nobody on the team may handle waits for a super admin to make somebody else an admin; they
 * learn that something waits, not what.
 */
const MORE_STAFF_NEEDED = `INSERT INTO notifications (member_id, type, event_key, subject_id, created_at)
  SELECT staff.user_id, 'staff.more_needed', waiting.id::text, staff.user_id, $1::timestamptz
  FROM (${NEEDS_MORE_STAFF}) waiting CROSS JOIN ${TEAM} staff
  WHERE staff.role = 'super_admin'
    AND waiting.due_at BETWEEN $1::timestamptz - interval '2 days' AND $1::timestamptz
    AND ${ONCE('staff.user_id', 'staff.more_needed', 'waiting.id::text')}`;

/**
 * Writes time-based notifications: a job starts tomorrow, within two hours, has not started 15
 * minutes late, or expires tomorrow unclaimed; a completed one waits for reviews; something waits
 * for staff, or for more of them. Safe to run any number of times, on any number of nodes. [J9]
 */
export async function writeReminders({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await db.prepared('remind-tomorrow', STARTS_TOMORROW, [now]);
  await db.prepared('remind-soon', STARTS_SOON, [now]);
  await db.prepared('remind-late', NOT_STARTED, [now]);
  await db.prepared('remind-expiry', EXPIRES_TOMORROW, [now]);
  await db.prepared('remind-review', PLEASE_REVIEW, [now]);
  await db.prepared('remind-staff', FEEDBACK_OVERDUE, [now]);
  await db.prepared('remind-more-staff', MORE_STAFF_NEEDED, [now]);
}
