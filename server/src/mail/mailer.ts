import { sql } from 'drizzle-orm';
import { encrypt } from '../access/encrypt.ts';
import { isUnconfirmed } from '../account/sign-up/has-to-confirm.ts';
import type { Database, Queries } from '../db/client.ts';
import { authUser } from '../db/schema/account.ts';
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
  /**
   * The member whose account it is about. Stored copies are deleted with the account, even if the
   * member's address has changed since. [X1]
   */
  member_id?: string;
  /**
   * Whether it answers somebody who entered this address without an account: then it belongs to the
   * owner of the mailbox, not to an account that never confirmed the address. [U1]
   */
  to_visitor?: boolean;
  /**
   * The request, report or decision it is about: staff with a part in it are not shown its
   * delivery.
   */
  about_id?: string;
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
   * Without a `member_id` it belongs to the member with this address.
   */
  send(mail: Mail, tx?: Queries): Promise<void>;
  transport: MailTransport;
};

type Needs = { db: Database; secret: string; tasks: TaskQueue; transport: MailTransport };

/** Mails go through the task queue, so that an unavailable mail server fails no request. */
export function createMailer({ db, secret, tasks, transport }: Needs): Mailer {
  return {
    async send(mail, tx) {
      const member_id = mail.member_id ?? (await findRecipient(tx ?? db.drizzle, mail));
      const sealed = encrypt(secret, QUEUED_MAIL, JSON.stringify({ ...mail, member_id }));
      await tasks.add('send_mail', { sealed }, tx);
    },
    transport,
  };
}

/** The member an email belongs to that names none; undefined if it is nobody's. */
export async function findRecipient(
  queries: Queries,
  { to, to_visitor }: Pick<Mail, 'to' | 'to_visitor'>,
): Promise<string | undefined> {
  const id = await findAddressee(queries, to);
  if (id === undefined || !to_visitor) return id;
  return (await isUnconfirmed(queries, id)) ? undefined : id;
}

/** The member whose current address this is, in any case; undefined if it is nobody's. */
export async function findAddressee(
  queries: Queries,
  address: string,
): Promise<string | undefined> {
  const [member] = await queries
    .select({ id: authUser.id })
    .from(authUser)
    .where(sql`lower(${authUser.email}) = lower(${address})`);
  return member?.id;
}
