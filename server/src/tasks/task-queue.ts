import { sql } from 'drizzle-orm';
import type { Database, Queries } from '../db/client.ts';

/** Every task that commands can queue, with what it is given. */
export type TaskPayloads = {
  /** A composed mail, encrypted: links in it are keys to accounts. */
  send_mail: { sealed: string };
  /** An address, encrypted, that asked for a reset link. [U4] */
  send_reset_link: { sealed: string };
  /** An address, encrypted, that asked for a code to sign in with, and who asked. [U9] */
  send_sign_in_code: { sealed: string };
  /** A text message, encrypted: it holds a code. [U9] */
  send_sms: { sealed: string };
  /** A number, encrypted, that asked for a code, what for, and who asked. [U9] */
  text_code: { sealed: string };
  /** An address, encrypted, whose change waits for a confirmation that is mailed again. [U9] */
  resend_email_change: { sealed: string };
  /** An address, encrypted, for which many wrong passwords were entered. [U3] */
  warn_of_failures: { sealed: string };
  /** A job that was just posted: sitters it fits are told. [J2] */
  announce_job: { id: string };
  /** A notification whose email is due. */
  deliver_notification: { id: string };
  /** Notifications whose emails are due together. */
  deliver_notifications: { ids: string[] };
  /** A digest whose notifications name it. */
  deliver_digest: { id: string };
  /** A notification on one device. */
  deliver_push: { id: string; subscription: string };
  /** A member's own calendar, whose busy times are due. [V1] */
  read_busy_calendar: { id: string };
  /** A copy of a member's data that they asked for. [X1] */
  make_archive: { id: string };
  /** An image that is marked as removed, and whose bytes are still stored. [X5] */
  remove_image: { path: string };
};
/** What a task waits for outside of this process ends with the signal; no try follows the last. */
export type TaskAttempt = { signal: AbortSignal; isLast: boolean };

export type TaskName = keyof TaskPayloads;

export type TaskQueue = {
  /** Queues a task; within `tx` it exists only if that commits. Retried with growing delay. */
  add<Name extends TaskName>(name: Name, payload: TaskPayloads[Name], tx?: Queries): Promise<void>;
  /** Queues a task for later. */
  addLater<Name extends TaskName>(name: Name, payload: TaskPayloads[Name], at: Date): Promise<void>;
};

/** After about ten hours of failures a task is given up and stays in its table. */
export const MAX_ATTEMPTS = 12;

/** Tasks of one kind that take turns, so that a store that hangs holds one worker at most. */
const TURNS: Partial<Record<TaskName, string>> = { remove_image: 'images' };

/** By what a task is known to be queued already; queued again, it gets all its attempts back. */
function keyOf(name: TaskName, payload: TaskPayloads[TaskName]): string | null {
  return 'path' in payload ? `${name}:${payload.path}` : null;
}

/** The queue of background work, in the same database as everything else. */
export function createTaskQueue({ db }: { db: Database }): TaskQueue {
  async function queue<Name extends TaskName>(
    name: Name,
    payload: TaskPayloads[Name],
    { tx = db.drizzle, at = null }: { tx?: Queries | undefined; at?: Date | null },
  ): Promise<void> {
    const json = JSON.stringify(payload);
    await tx.execute(sql`select graphile_worker.add_job(
      ${name}::text, ${json}::json, queue_name := ${TURNS[name] ?? null}::text,
      run_at := ${at?.toISOString() ?? null}::timestamptz,
      max_attempts := ${MAX_ATTEMPTS}::int, job_key := ${keyOf(name, payload)}::text)`);
  }
  return {
    add: (name, payload, tx) => queue(name, payload, { tx }),
    addLater: (name, payload, at) => queue(name, payload, { at }),
  };
}
