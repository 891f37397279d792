import type { Services } from '../services.ts';
import { MAX_ATTEMPTS } from '../tasks/task-queue.ts';
import { writeReminders } from './write-reminders.ts';
import { writeUnreadThreads } from './write-unread-threads.ts';

/** How many emails one statement hands over at most. */
const AT_ONCE = 1_000;

/**
 * Hands emails that are due to the task queue: the mark on the row and the task are one statement,
 * so that none is lost and none is handed over twice, whichever node does it and wherever it dies.
 */
const HAND_OVER = `
  WITH due AS (
    SELECT id FROM notifications WHERE mail_due_at <= $1::timestamptz
    ORDER BY mail_due_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED),
  taken AS (
    UPDATE notifications SET mail_due_at = NULL FROM due WHERE notifications.id = due.id
    RETURNING notifications.id)
  SELECT graphile_worker.add_job('deliver_notification', json_build_object('id', id),
    max_attempts => ${MAX_ATTEMPTS}) FROM taken`;

type Needs = Pick<Services, 'db' | 'clock' | 'live'>;

/** Writes what the clock brings, then queues every email that is due. Runs each minute. */
export async function notifyByClock({ db, clock, live }: Needs): Promise<void> {
  await writeReminders({ db, clock });
  await writeUnreadThreads({ db, clock });
  live.wake();
  for (let taken = AT_ONCE; taken === AT_ONCE; ) {
    taken = (await db.prepared('notification-mails', HAND_OVER, [clock.now()])).length;
  }
}
