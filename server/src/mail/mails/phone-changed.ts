import type { Env } from '../../env.ts';
import { composeMail } from '../letter.ts';
import type { Mail } from '../mailer.ts';
import { disownable } from './disown.ts';

type About = { to: string; hint: string; token: string };

/** Tells a member that texts to a phone can now sign them in. [U9] */
export function phoneAddedMail(env: Env, { to, hint, token }: About): Mail {
  return composeMail(env, {
    kind: 'phone_changed',
    to,
    subject: `A phone number was added to your ${env.appName} account`,
    paragraphs: [
      `${hint}: anyone who can read its text messages can sign in to your account with a code.`,
      'If this wasn’t you, tell us. The link removes that number and all passkeys, signs out all devices, cancels the current password and emails you a link to set a new one. It works once, for 7 days.',
    ],
    ...disownable(env, token),
  });
}

/** Tells a member that a phone number was removed from their account. [U9] */
export function phoneRemovedMail(env: Env, { to, hint, token }: About): Mail {
  return composeMail(env, {
    kind: 'phone_changed',
    to,
    subject: `A phone number was removed from your ${env.appName} account`,
    paragraphs: [
      `${hint}: its text messages no longer sign you in, and all your other devices were signed out.`,
      'If this wasn’t you, tell us. The link signs out all devices, cancels the current password and emails you a link to set a new one. It works once, for 7 days.',
    ],
    ...disownable(env, token),
  });
}
