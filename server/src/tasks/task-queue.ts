import { sql } from 'drizzle-orm';
import type { Database, Queries } from '../db/client.ts';
import { turnOfCalendar } from '../notification/calendar/calendar-turn.ts';

/** Every task that commands can queue, with its payload. */
export type TaskPayloads = {
  /** A composed mail, encrypted: its links work like keys to accounts. */
  send_mail: { sealed: string };
  /** An encrypted address that a reset link was requested for, or why it gets one anyway. [U4] */
  send_reset_link: { sealed: string; reason?: 'given_back' };
  /** An encrypted address that a sign-in code was requested for, and who asked. [U9] */
  send_sign_in_code: { sealed: string };
  /** An encrypted text message with a code. [U9] */
  send_sms: { sealed: string };
  /** An encrypted number that a code was requested for, its purpose, and who asked. [U9] */
  text_code: { sealed: string };
  /** An encrypted pending address whose confirmation is sent again. [U9] */
  resend_email_change: { sealed: string };
  /** An encrypted address for which many wrong passwords were entered. [U3] */
  warn_of_failures: { sealed: string };
  /** A new job: matching sitters are notified. [J2] */
  announce_job: { id: string };
  /** A notification whose email is due. */
  deliver_notification: { id: string };
  /** Notifications whose emails are due at the same time. */
  deliver_notifications: { ids: string[] };
  /** A digest, by the id in its notifications. */
  deliver_digest: { id: string };
  /** A notification for one device. */
  deliver_push: { id: string; subscription: string };
  /** A member's own calendar, due to be read. [V1] */
  read_busy_calendar: { id: string };
  /** A data export requested by a member. [X1] */
  make_archive: { id: string };
  /** An image marked as removed whose bytes are still stored. [X5] */
  remove_image: { path: string };
  /** A former member with stored emails, and their encrypted addresses. [X1] */
  remove_stored_mails: { id: string; sealed: string };
};
/** External waits of a task end with the signal; after `isLast` there is no retry. */
export type TaskAttempt = {
  signal: AbortSignal;
  isLast: boolean;
  /**
   * Ends the task in the transaction of its work: if this process dies after the commit, the work
   * is not repeated. Throws if another process has taken the task over.
   */
  end(tx: Queries): Promise<void>;
};

export type TaskName = keyof TaskPayloads;

export type TaskQueue = {
  /** Queues a task; within `tx` it exists only if that commits. Retried with increasing delays. */
  add<Name extends TaskName>(name: Name, payload: TaskPayloads[Name], tx?: Queries): Promise<void>;
  /** Queues a task for later; those with the same `turn` run one at a time. */
  addLater<Name extends TaskName>(
    name: Name,
    payload: TaskPayloads[Name],
    when: { at: Date; turn?: string | null },
  ): Promise<void>;
};

/** After about ten hours of failures a task has no further attempt and stays in its table. */
export const MAX_ATTEMPTS = 12;

/** Tasks that run one at a time, so that servers that hang block one worker at most. */
const TURNS: { [Name in TaskName]?: (payload: TaskPayloads[Name]) => string } = {
  make_archive: () => 'archives',
  remove_image: () => 'images',
  read_busy_calendar: ({ id }) => turnOfCalendar(id),
};

/** The key of a task, to find it in the queue; queued again, it gets all its attempts back. */
function keyOf(name: TaskName, payload: TaskPayloads[TaskName]): string | null {
  return 'path' in payload ? `${name}:${payload.path}` : null;
}

type Options = { tx?: Queries | undefined; at?: Date | null; turn?: string | null };

/** The background queue, in the same database as everything else. */
export function createTaskQueue({ db }: { db: Database }): TaskQueue {
  async function queue<Name extends TaskName>(
    name: Name,
    payload: TaskPayloads[Name],
    { tx = db.drizzle, at = null, turn = TURNS[name]?.(payload) ?? null }: Options,
  ): Promise<void> {
    const json = JSON.stringify(payload);
    await tx.execute(sql`select graphile_worker.add_job(
      ${name}::text, ${json}::json, queue_name := ${turn}::text,
      run_at := ${at?.toISOString() ?? null}::timestamptz,
      max_attempts := ${MAX_ATTEMPTS}::int, job_key := ${keyOf(name, payload)}::text)`);
  }
  return {
    add: (name, payload, tx) => queue(name, payload, { tx }),
    addLater: (name, payload, when) => queue(name, payload, when),
  };
}
