import { tellOffers } from '../offer/tell-offers.ts';
import type { Services } from '../services.ts';
import { MAX_ATTEMPTS } from '../tasks/task-queue.ts';
import { queueBusyCalendars } from './read-busy-calendar.ts';
import { writeReminders } from './write-reminders.ts';
import { writeUnreadThreads } from './write-unread-threads.ts';

/** About ten minutes of failures: later the message is of no use, and the email is there. */
const PUSH_ATTEMPTS = 6;
/** How much one statement hands over at most. */
const AT_ONCE = 1_000;
/** How many emails one task takes: enough that reading and noting cost little of each. */
const TOGETHER = 50;

/** The tasks, as `task` and `payload`, that send the emails of the notifications that `ids` selects. */
export const mailTasks = (ids: string) => `
  SELECT CASE count(*) WHEN 1 THEN 'deliver_notification' ELSE 'deliver_notifications' END AS task,
    CASE count(*) WHEN 1 THEN json_build_object('id', (array_agg(id))[1])
      ELSE json_build_object('ids', json_agg(id)) END AS payload
  FROM (SELECT id, (row_number() OVER () - 1) / ${TOGETHER} AS batch FROM (${ids}) mailed) numbered
  GROUP BY batch`;

/** Enqueues the tasks of `mails` and counts them. */
export const ADD_MAIL_TASKS = `SELECT count(*)::int AS mails FROM graphile_worker.add_jobs((
  SELECT array_agg((task, payload, NULL, NULL, ${MAX_ATTEMPTS}, NULL, NULL, NULL)::graphile_worker.job_spec)
  FROM mails))`;

/**
 * Hands emails that are due to the task queue: the mark on the row and the task are one statement,
 * so that none is lost and none is handed over twice, whichever node does it and wherever it dies.
 * Many at once share tasks; what waits in a member's digest becomes one task. Nodes take turns, so that no digest is divided.
 */
const HAND_OVER = `
  WITH turn AS (SELECT FROM notification_clock FOR UPDATE SKIP LOCKED),
  first AS MATERIALIZED (
    SELECT id, member_id, in_digest FROM notifications
    WHERE mail_due_at <= $1::timestamptz AND EXISTS (SELECT FROM turn)
    ORDER BY mail_due_at LIMIT ${AT_ONCE}),
  due AS MATERIALIZED (
    SELECT id, NULL::uuid AS digest_id FROM first WHERE NOT in_digest
    UNION ALL
    SELECT waiting.id, reader.digest_id
    FROM (SELECT member_id, gen_random_uuid() AS digest_id FROM (
      SELECT DISTINCT member_id FROM first WHERE in_digest) readers) reader
    JOIN notifications waiting ON waiting.member_id = reader.member_id
      AND waiting.in_digest AND waiting.mail_due_at <= $1::timestamptz),
  taken AS (
    UPDATE notifications SET mail_due_at = NULL, digest_id = due.digest_id
    FROM due WHERE notifications.id = due.id AND notifications.mail_due_at IS NOT NULL
    RETURNING notifications.id, notifications.digest_id),
  mails AS (${mailTasks('SELECT id FROM taken WHERE digest_id IS NULL')}
    UNION ALL SELECT 'deliver_digest', json_build_object('id', digest_id)
    FROM (SELECT DISTINCT digest_id FROM taken WHERE digest_id IS NOT NULL) digest)
  SELECT (SELECT count(*) FROM taken)::int AS taken, added.mails FROM (${ADD_MAIL_TASKS}) added`;

/** Hands push messages that are due to the task queue, one task for each device, in the same way. */
const HAND_OVER_PUSHES = `
  WITH due AS (
    SELECT id FROM notifications WHERE push_due_at <= $1::timestamptz
    ORDER BY push_due_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED),
  taken AS (
    UPDATE notifications SET push_due_at = NULL FROM due WHERE notifications.id = due.id
    RETURNING notifications.id, notifications.member_id),
  messages AS (
    SELECT taken.id, subscription.id AS subscription FROM taken
    JOIN push_subscriptions subscription ON subscription.member_id = taken.member_id)
  SELECT (SELECT count(*) FROM taken)::int AS taken, count(graphile_worker.add_job('deliver_push',
    json_build_object('id', id, 'subscription', subscription),
    max_attempts => ${PUSH_ATTEMPTS}))::int AS messages FROM messages`;

type Needs = Pick<Services, 'db' | 'clock' | 'live'>;

/** Queues every email and push message that is due, some at a time. */
export async function queueDue({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  for (const [name, statement] of [
    ['notification-mails', HAND_OVER],
    ['notification-pushes', HAND_OVER_PUSHES],
  ] as const) {
    for (let taken = AT_ONCE; taken >= AT_ONCE; ) {
      const [counted] = await db.prepared<{ taken: number }>(name, statement, [clock.now()]);
      taken = counted?.taken ?? 0;
    }
  }
}

/** Writes what the clock brings, then queues what is due. Runs each minute. */
export async function notifyByClock({ db, clock, live }: Needs): Promise<void> {
  await tellOffers(db, clock.now());
  await writeReminders({ db, clock });
  await writeUnreadThreads({ db, clock });
  live.wake();
  await queueDue({ db, clock });
  await queueBusyCalendars({ db, clock });
}
