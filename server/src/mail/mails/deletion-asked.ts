import type { Env } from '../../env.ts';
import { composeMail } from '../letter.ts';
import type { Mail } from '../mailer.ts';
import { disownUrl } from './disown.ts';

/** Tells a member when their account will be deleted, and how to cancel that. [X1] */
export function deletionAskedMail(
  env: Env,
  { to, dueAt, disown }: { to: string; dueAt: Date; disown: string },
): Mail {
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  return composeMail(env, {
    kind: 'deletion_asked',
    to,
    subject: `Your ${env.appName} account will be deleted`,
    paragraphs: [
      `You asked us to delete your account. We’ll delete it on ${day.format(dueAt)}. Everything works as usual until then.`,
      'Changed your mind? Sign in and press “Keep my account” on your dashboard. After that, it can’t be restored.',
    ],
    action: { label: 'Go to Sign In', url: `${env.appUrl}/join?tab=signin` },
    afterwards: [
      `If you didn’t ask for this, open this link: it keeps the account, signs out all devices and emails you a link for a new password. It works for 7 days. ${disownUrl(env, disown)}`,
    ],
  });
}
