import type { Env } from '../../env.ts';
import { composeMail } from '../letter.ts';
import type { Mail } from '../mailer.ts';
import { disownable } from './disown.ts';

/** Tells a member that a second factor protects their account from now on. [U13] */
export function factorAddedMail(env: Env, { to, token }: { to: string; token: string }): Mail {
  return composeMail(env, {
    to,
    subject: `A second factor was added to your ${env.appName} account`,
    paragraphs: [
      'An authenticator app was added to your account, and all your other devices were signed out.',
      'If this wasn’t you, tell us. The link removes that app and all recovery codes, signs out all devices, cancels the current password and emails you a link to set a new one. It works once, for 7 days.',
    ],
    ...disownable(env, token),
  });
}

type Removed = { to: string; isLast: boolean; token: string };

/** Tells a member that a second factor is gone, and whether there is another. [U13] */
export function factorRemovedMail(env: Env, { to, isLast, token }: Removed): Mail {
  const left = isLast
    ? 'You now sign in with your password alone.'
    : 'Your other second factors stay as they are.';
  return composeMail(env, {
    to,
    subject: `A second factor was removed from your ${env.appName} account`,
    paragraphs: [
      `An authenticator app was removed from your account, and all your other devices were signed out. ${left}`,
      'If this wasn’t you, tell us. The link signs out all devices, cancels the current password and emails you a link to set a new one. It works once, for 7 days.',
    ],
    ...disownable(env, token),
  });
}
