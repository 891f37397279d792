import type { Env } from '../../env.ts';
import { composeMail } from '../letter.ts';
import type { Mail } from '../mailer.ts';
import { disownable } from './disown.ts';

/** The member's password was changed, and all other devices were signed out. [U5] [U6] [U8] */
export function passwordChangedMail(env: Env, { to, token }: { to: string; token: string }): Mail {
  return composeMail(env, {
    kind: 'password_changed',
    to,
    subject: `Your ${env.appName} password was changed`,
    paragraphs: [
      'Your password was changed, and all your other devices were signed out.',
      'If this wasn’t you, tell us. The link signs out all devices, cancels the current password, removes second factors added since and emails you a link to set a new password. It works once, for 7 days.',
    ],
    ...disownable(env, token),
  });
}
