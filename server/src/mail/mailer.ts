import { encrypt } from '../access/encrypt.ts';
import type { Queries } from '../db/client.ts';
import type { TaskQueue } from '../tasks/task-queue.ts';
import type { MailKind } from './mail-labels.ts';

/** An email ready to send; `headers` are additional ones. */
export type Mail = {
  /** Absent in an email that an earlier release queued. */
  kind?: MailKind;
  to: string;
  subject: string;
  html: string;
  text: string;
  headers?: Record<string, string>;
  /** The calendar part (iCalendar, RFC 5545), and what calendars should do with it (RFC 5546). */
  calendar?: { method: 'REQUEST' | 'CANCEL'; content: string };
};

/** How mails are sent. */
export type MailTransport = {
  /**
   * Resolves when the mail is accepted; `signal` aborts the attempt, `name` is the same for all
   * attempts.
   */
  deliver(mail: Mail, attempt: MailAttempt): Promise<void>;
};

export type MailAttempt = {
  signal: AbortSignal;
  name: string;
  /** Part of a batch, which shares a few connections. */
  isOneOfMany?: boolean;
  /** Whether to ask mail servers for delivery reports under its name (RFC 3461). */
  isReported?: boolean;
};

export const QUEUED_MAIL = 'mail';

export type Mailer = {
  /**
   * Queues a mail; within `tx` it is sent only if that commits. Never waits for the mail server.
   */
  send(mail: Mail, tx?: Queries): Promise<void>;
  transport: MailTransport;
};

type Needs = { secret: string; tasks: TaskQueue; transport: MailTransport };

/** Mails go through the task queue, so that an unavailable mail server fails no request. */
export function createMailer({ secret, tasks, transport }: Needs): Mailer {
  return {
    send: (mail, tx) =>
      tasks.add('send_mail', { sealed: encrypt(secret, QUEUED_MAIL, JSON.stringify(mail)) }, tx),
    transport,
  };
}
