import { seal } from '../access/seal.ts';
import type { Queries } from '../db/client.ts';
import type { Env } from '../env.ts';
import type { TaskQueue } from '../tasks/task-queue.ts';
import { type MailTransport, openMailTransport } from './transport.ts';

/** One e-mail, ready to be sent; `headers` are those beyond what every mail has. */
export type Mail = {
  to: string;
  subject: string;
  html: string;
  text: string;
  headers?: Record<string, string>;
};

export const SEALED_MAIL = 'mail';

export type Mailer = {
  /** Queues a mail; within `tx` it goes out only if that commits. Never waits for the mail server. */
  send(mail: Mail, tx?: Queries): Promise<void>;
  transport: MailTransport;
};

type Needs = { env: Env; secret: string; tasks: TaskQueue; transport?: MailTransport };

/** Mails go through the task queue, so that a mail server that is away fails no request. */
export function createMailer({ env, secret, tasks, transport }: Needs): Mailer {
  return {
    send: (mail, tx) =>
      tasks.add('send_mail', { sealed: seal(secret, SEALED_MAIL, JSON.stringify(mail)) }, tx),
    transport: transport ?? openMailTransport(env),
  };
}
