import { encrypt } from '../access/encrypt.ts';
import type { Queries } from '../db/client.ts';
import type { TaskQueue } from '../tasks/task-queue.ts';

/** One email, ready to be sent; `headers` are those beyond what every mail has. */
export type Mail = {
  to: string;
  subject: string;
  html: string;
  text: string;
  headers?: Record<string, string>;
  /** What calendars read of it (iCalendar, RFC 5545), and what they do with it (RFC 5546). */
  calendar?: { method: 'REQUEST' | 'CANCEL'; content: string };
};

/** How mails leave this process. */
export type MailTransport = {
  /** Resolves when the mail is accepted; `signal` ends the attempt, `name` is the same for all. */
  deliver(mail: Mail, attempt: MailAttempt): Promise<void>;
};

export type MailAttempt = {
  signal: AbortSignal;
  name: string;
  /** One of many that leave together: they share a few connections. */
  isOneOfMany?: boolean;
  /** Whether mail servers are asked to report what becomes of it, under its name (RFC 3461). */
  isReported?: boolean;
};

export const QUEUED_MAIL = 'mail';

export type Mailer = {
  /** Queues a mail; within `tx` it goes out only if that commits. Never waits for the mail server. */
  send(mail: Mail, tx?: Queries): Promise<void>;
  transport: MailTransport;
};

type Needs = { secret: string; tasks: TaskQueue; transport: MailTransport };

/** Mails go through the task queue, so that a mail server that is away fails no request. */
export function createMailer({ secret, tasks, transport }: Needs): Mailer {
  return {
    send: (mail, tx) =>
      tasks.add('send_mail', { sealed: encrypt(secret, QUEUED_MAIL, JSON.stringify(mail)) }, tx),
    transport,
  };
}
