import { seal } from '../access/seal.ts';
import type { Queries } from '../db/client.ts';
import type { TaskQueue } from '../tasks/task-queue.ts';
import type { MailTransport } from './transport.ts';

/** One e-mail, ready to be sent. */
export type Mail = { to: string; subject: string; html: string; text: string };

export const SEALED_MAIL = 'mail';

export type Mailer = {
  /** Queues a mail; within `tx` it goes out only if that commits. Never waits for the mail server. */
  send(mail: Mail, tx?: Queries): Promise<void>;
  transport: MailTransport;
};

/** Mails go through the task queue, so that a mail server that is away fails no request. */
export function createMailer(needs: {
  secret: string;
  tasks: TaskQueue;
  transport: MailTransport;
}): Mailer {
  const { secret, tasks, transport } = needs;
  return {
    send: (mail, tx) =>
      tasks.add('send_mail', { sealed: seal(secret, SEALED_MAIL, JSON.stringify(mail)) }, tx),
    transport,
  };
}
