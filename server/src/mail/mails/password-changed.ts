import type { Env } from '../../env.ts';
import { composeMail } from '../letter.ts';
import type { Mail } from '../mailer.ts';

/** The member's password was changed, and all other devices were signed out. [U5] [U8] */
export function passwordChangedMail(env: Env, to: string): Mail {
  return composeMail(env, {
    kind: 'password_changed',
    to,
    subject: `Your ${env.appName} password was changed`,
    paragraphs: [
      'Your password was changed, and all your other devices were signed out.',
      `If this wasn’t you, reset your password now and write to ${env.supportEmail}.`,
    ],
    action: { label: 'Go to Sign In', url: `${env.appUrl}/join?tab=signin` },
  });
}
