import type { Env } from '../../env.ts';
import { composeMail } from '../letter.ts';
import type { Mail } from '../mailer.ts';

type Notice = {
  to: string;
  title: string;
  body: string;
  url: string;
  /** Where the recipient chooses which emails they get; null for emails that are always sent. */
  settings: string | null;
  calendar: Mail['calendar'] | null;
};

/** A notification as an email. Details are on the page that it links to. */
export function notificationMail(env: Env, notice: Notice): Mail {
  const { to, title, body, url, settings, calendar } = notice;
  const mail = composeMail(env, {
    kind: 'notification',
    to,
    subject: title,
    paragraphs: [body],
    action: { label: `Open ${env.appName}`, url },
    ...(settings && { unsubscribe: settings }),
  });
  return calendar ? { ...mail, calendar } : mail;
}
