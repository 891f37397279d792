import type { Env } from '../../env.ts';
import { composeMail } from '../letter.ts';
import type { Mail } from '../mailer.ts';
import { writeFullDay } from '../write-time.ts';
import { disownUrl } from './disown.ts';

type Asked = { to: string; dueAt: Date; timeZone: string | null; disown: string };

/** Tells a member when their account will be deleted, and how to cancel that. [X1] */
export function deletionAskedMail(env: Env, { to, dueAt, timeZone, disown }: Asked): Mail {
  return composeMail(env, {
    kind: 'deletion_asked',
    to,
    subject: `Your ${env.appName} account will be deleted`,
    paragraphs: [
      `You asked us to delete your account. We’ll delete it on ${writeFullDay(dueAt, timeZone)}. Everything works as usual until then.`,
      'Changed your mind? Sign in and press “Keep my account” on your dashboard. After that, it can’t be restored.',
    ],
    action: { label: 'Go to Sign In', url: `${env.appUrl}/join?tab=signin` },
    afterwards: [
      `If you didn’t ask for this, open this link before then: it keeps the account, signs out all devices and emails you a link for a new password. ${disownUrl(env, disown)}`,
    ],
  });
}

/** The same for a suspended member, who cancels it on the page of their suspension, `url`. [X1] */
export function suspendedDeletionMail(
  env: Env,
  { to, dueAt, timeZone, disown, url }: Asked & { url: string },
): Mail {
  return composeMail(env, {
    kind: 'deletion_asked',
    to,
    subject: `Your ${env.appName} account will be deleted`,
    paragraphs: [
      `You asked us to delete your account. We’ll delete it on ${writeFullDay(dueAt, timeZone)}.`,
      'Changed your mind? Open the page of your suspension, get a new link by email, and press “Keep my account.” After that day, it can’t be restored.',
    ],
    action: { label: 'Open the page', url },
    afterwards: [
      `If you didn’t ask for this, open this link before then: it keeps the account, and you set a new password once you can sign in again. ${disownUrl(env, disown)}`,
    ],
  });
}
