import { notifyOffers } from '../../offer/notify-offers.ts';
import type { Services } from '../../services.ts';
import { MAX_ATTEMPTS } from '../../tasks/task-queue.ts';
import { queueBusyCalendars } from '../calendar/read-busy-calendar.ts';
import { DATABASE_TIME } from '../database-time.ts';
import { turnOfPushIn } from '../push/push-turn.ts';
import { writeReminders } from './write-reminders.ts';
import { writeUnreadThreads } from './write-unread-threads.ts';

/** About ten minutes of failures: later the message is useless, and there is the email. */
const PUSH_ATTEMPTS = 6;
/** The most rows one statement enqueues. */
const AT_ONCE = 1_000;
/** How many emails one task delivers: enough to spread the cost of reading and recording. */
const TOGETHER = 50;

/** The tasks (`task`, `payload`) that send the emails of the notifications selected by `ids`. */
export const mailTasks = (ids: string) => `
  SELECT CASE count(*) WHEN 1 THEN 'deliver_notification' ELSE 'deliver_notifications' END AS task,
    CASE count(*) WHEN 1 THEN json_build_object('id', (array_agg(id))[1])
      ELSE json_build_object('ids', json_agg(id)) END AS payload
  FROM (SELECT id, (row_number() OVER () - 1) / ${TOGETHER} AS batch FROM (${ids}) mailed) numbered
  GROUP BY batch`;

/** Enqueues the tasks of `mails` and counts them. */
export const ADD_MAIL_TASKS = `SELECT count(*)::int AS mails FROM graphile_worker.add_jobs((
  SELECT array_agg((task, payload, NULL, NULL, ${MAX_ATTEMPTS}, NULL, NULL, NULL)::graphile_worker.job_spec)
  FROM mails)) WHERE EXISTS (SELECT FROM mails)`;

/**
 * By the clock that is ahead: what is due when it is written has the time of the node or of the
 * database. Postponed emails have the node's.
 */
const NOW = `greatest($1::timestamptz, ${DATABASE_TIME})`;

/**
 * Enqueues due emails: marking the row and creating the task is one statement, so that none is
 * lost or enqueued twice, whichever node does it and wherever it dies. Emails due at the same
 * time share tasks; a member's digest becomes one task. Nodes take turns, so that no digest is
 * split. Rows that their member is just reading are left for the next run: waiting for them could
 * end in a deadlock.
 */
const HAND_OVER = `
  WITH turn AS (SELECT FROM notification_clock FOR UPDATE SKIP LOCKED),
  first AS MATERIALIZED (
    SELECT id, member_id, in_digest FROM notifications
    WHERE mail_due_at <= ${NOW} AND (mail_due_at <= $1::timestamptz OR mail_due_at = created_at)
      AND EXISTS (SELECT FROM turn)
    ORDER BY mail_due_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED),
  recipients AS MATERIALIZED (
    SELECT member_id, gen_random_uuid() AS digest_id FROM first WHERE in_digest GROUP BY member_id),
  waiting AS MATERIALIZED (
    SELECT id, recipients.digest_id FROM recipients
    JOIN notifications USING (member_id)
    WHERE in_digest AND mail_due_at <= $1::timestamptz
    FOR UPDATE OF notifications SKIP LOCKED),
  due AS MATERIALIZED (
    SELECT id, NULL::uuid AS digest_id FROM first WHERE NOT in_digest
    UNION ALL SELECT id, digest_id FROM waiting),
  taken AS (
    UPDATE notifications SET mail_due_at = NULL, digest_id = due.digest_id
    FROM due WHERE notifications.id = due.id AND notifications.mail_due_at IS NOT NULL
    RETURNING notifications.id, notifications.digest_id),
  mails AS (${mailTasks('SELECT id FROM taken WHERE digest_id IS NULL')}
    UNION ALL SELECT 'deliver_digest', json_build_object('id', digest_id)
    FROM (SELECT DISTINCT digest_id FROM taken WHERE digest_id IS NOT NULL) digest)
  SELECT (SELECT count(*) FROM taken)::int AS taken, added.mails FROM (${ADD_MAIL_TASKS}) added`;

/** Enqueues due push messages in the same way, one task per device. */
const HAND_OVER_PUSHES = `
  WITH due AS (
    SELECT id FROM notifications WHERE push_due_at <= ${NOW}
    ORDER BY push_due_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED),
  taken AS (
    UPDATE notifications SET push_due_at = NULL FROM due WHERE notifications.id = due.id
    RETURNING notifications.id, notifications.member_id),
  messages AS (
    SELECT taken.id, subscription.id AS subscription, subscription.endpoint FROM taken
    JOIN push_subscriptions subscription ON subscription.member_id = taken.member_id
      AND subscription.session_id IS NOT NULL)
  SELECT (SELECT count(*) FROM taken)::int AS taken, count(graphile_worker.add_job('deliver_push',
    json_build_object('id', id, 'subscription', subscription),
    queue_name => ${turnOfPushIn('endpoint')},
    max_attempts => ${PUSH_ATTEMPTS}))::int AS messages FROM messages`;

type Needs = Pick<Services, 'db' | 'clock' | 'live'>;

/** Enqueues every due email and push message, in batches. */
export async function queueDue({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  for (const [name, statement] of [
    ['notification-mails', HAND_OVER],
    ['notification-pushes', HAND_OVER_PUSHES],
  ] as const) {
    for (let taken = AT_ONCE; taken >= AT_ONCE; ) {
      const [counted] = await db.prepared<{ taken: number }>(name, statement, [
        clock.now(),
        new Date(),
      ]);
      taken = counted?.taken ?? 0;
    }
  }
}

/** Writes time-based notifications, then enqueues what is due. Runs every minute. */
export async function notifyByClock({ db, clock, live }: Needs): Promise<void> {
  await notifyOffers(db, clock.now());
  await writeReminders({ db, clock });
  await writeUnreadThreads({ db, clock });
  live.wake();
  await queueDue({ db, clock });
  await queueBusyCalendars({ db, clock });
}
