import type { Services } from '../services.ts';
import { databaseLag } from './database-time.ts';

/** How long notifications are kept; read ones are kept for less. */
const KEPT = `interval '365 days'`;
const KEPT_READ = `interval '90 days'`;
/** An email still assigned to a task after this time was lost with its node. */
const GIVEN_UP = `interval '2 days'`;
/** The same for emails that waited for a weekly digest. */
const DIGEST_GIVEN_UP = `interval '10 days'`;
/** A device is deleted after its member has been signed out there for this long. */
const DEVICE_KEPT = `interval '365 days'`;
/** How long staff see the delivery status of other emails and of push messages. */
const DELIVERY_KEPT = `interval '90 days'`;
const AT_ONCE = 5_000;
/**
 * An accepted email that has not bounced within this time counts as delivered: most bounce within
 * minutes.
 */
const RETURNED_BY = `interval '1 day'`;

/**
 * Removes old notifications and deliveries in batches, and devices that are no longer used. Records
 * emails whose last attempt died with its node and, without delivery reports, mailboxes that seem
 * to accept emails again. Rows that a call or a deletion is just changing are left to the next run:
 * waiting for them could deadlock.
 */
export async function keepNotifications({ db, clock }: Pick<Services, 'db' | 'clock'>) {
  const now = clock.now();
  await db.pool.query(
    `DELETE FROM notifications WHERE id IN (
       SELECT id FROM notifications
       WHERE created_at < $1::timestamptz - ${KEPT}
         OR (created_at < $1::timestamptz - ${KEPT_READ} AND read_at IS NOT NULL)
       ORDER BY created_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)`,
    [now],
  );
  await db.pool.query(
    `DELETE FROM push_subscriptions WHERE id IN (SELECT id FROM push_subscriptions
       WHERE session_id IS NULL AND created_at < $1::timestamptz - ${DEVICE_KEPT}
       FOR UPDATE SKIP LOCKED)`,
    [now],
  );
  await db.pool.query(
    `DELETE FROM deliveries WHERE id IN (SELECT id FROM deliveries
       WHERE created_at < $1::timestamptz - ${DELIVERY_KEPT} ORDER BY created_at LIMIT ${AT_ONCE}
       FOR UPDATE SKIP LOCKED)`,
    [now],
  );
  await db.pool.query(
    `UPDATE deliveries SET state = 'failed', reason = 'unreachable' WHERE id IN (
       SELECT id FROM deliveries
       WHERE state = 'queued' AND created_at < $1::timestamptz - ${GIVEN_UP}
       FOR NO KEY UPDATE SKIP LOCKED)`,
    [now],
  );
  await db.pool.query(
    `UPDATE notifications SET mail_state = 'failed', mail_reason = 'unreachable' WHERE id IN (
       SELECT id FROM notifications
       WHERE mail_state = 'queued' AND mail_due_at IS NULL
         AND created_at BETWEEN $1::timestamptz - interval '20 days'
           AND $1::timestamptz - ${databaseLag('$2')} - ${GIVEN_UP}
         AND (NOT in_digest
           OR created_at < $1::timestamptz - ${databaseLag('$2')} - ${DIGEST_GIVEN_UP})
       FOR NO KEY UPDATE SKIP LOCKED)`,
    [now, new Date()],
  );
  await db.pool.query(
    `UPDATE notification_settings SET bouncing_since = NULL
     WHERE bouncing_since < $1::timestamptz - ${RETURNED_BY} AND (
       SELECT mail_state = 'sent' AND mailed_at > bouncing_since FROM notifications
       WHERE notifications.member_id = notification_settings.member_id
         AND mailed_at < $1::timestamptz - ${RETURNED_BY}
       ORDER BY mailed_at DESC LIMIT 1)`,
    [now],
  );
}
