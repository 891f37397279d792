import type { Env } from '../../env.ts';
import { composeMail } from '../letter.ts';
import type { Mail } from '../mailer.ts';

type Notice = {
  to: string;
  title: string;
  body: string;
  url: string;
  /** Where its reader chooses which emails come; null for what is always sent. */
  settings: string | null;
};

/** A notification as an email. What it is about is read on the page that it leads to. */
export function notificationMail(env: Env, { to, title, body, url, settings }: Notice): Mail {
  return composeMail(env, {
    to,
    subject: title,
    paragraphs: [body],
    action: { label: `Open ${env.appName}`, url },
    ...(settings && { unsubscribe: settings }),
  });
}
