import type { Env } from '../../env.ts';
import { composeMail } from '../letter.ts';
import type { Mail } from '../mailer.ts';

/** Warns a member that somebody is trying passwords for their account. [U3] */
export function failedSignInsMail(env: Env, to: string): Mail {
  return composeMail(env, {
    kind: 'failed_sign_ins',
    to,
    subject: `Many failed sign-ins to your ${env.appName} account`,
    paragraphs: [
      'Someone tried many wrong passwords on your account. None of them worked.',
      'You can still sign in on browsers you’ve used before. Elsewhere you may have to wait up to 15 minutes; “Forgot Password?” always works.',
      'If you use this password anywhere else, choose a new one. We send this email at most once a day.',
    ],
    action: { label: 'Go to Sign In', url: `${env.appUrl}/join?tab=signin` },
  });
}
