import type { Env } from '../../env.ts';
import { composeMail } from '../letter.ts';
import type { Mail } from '../mailer.ts';

type Digest = {
  to: string;
  /** What happened, newest first. */
  entries: { title: string; body: string; url: string }[];
  /** Where the recipient chooses which emails they get. */
  settings: string;
};

/** Nobody reads more in an email; the notification list has all of them. */
const SHOWN = 20;

/** What happened since the last digest, as one email. */
export function digestMail(env: Env, { to, entries, settings }: Digest): Mail {
  const count = entries.length;
  const more = count - SHOWN;
  const [{ title: first } = { title: 'What’s new for you' }] = entries;
  return composeMail(env, {
    kind: 'digest',
    to,
    subject: count > 1 ? `${first}, and ${count - 1} more` : first,
    heading: 'What’s new for you',
    paragraphs: [],
    entries: entries.slice(0, SHOWN),
    action: { label: 'See all notifications', url: `${env.appUrl}/notifications` },
    ...(more > 0 && { afterwards: [`And ${more} more.`] }),
    unsubscribe: settings,
  });
}
