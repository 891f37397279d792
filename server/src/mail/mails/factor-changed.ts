import type { Factor } from '@kindpal/contract/factor/schema';
import type { Env } from '../../env.ts';
import { composeMail } from '../letter.ts';
import type { Mail } from '../mailer.ts';
import { disownable } from './disown.ts';

type About = { to: string; token: string; factorType: Factor['factor_type'] };

const NAMES = { totp: 'An authenticator app', phone: 'A phone that is texted codes' } as const;

/** Tells a member that a second factor now protects their account. [U13] */
export function factorAddedMail(env: Env, { to, token, factorType }: About): Mail {
  return composeMail(env, {
    kind: 'factor_changed',
    to,
    subject: `A second factor was added to your ${env.appName} account`,
    paragraphs: [
      `${NAMES[factorType]} was added to your account, and all your other devices were signed out.`,
      'If this wasn’t you, tell us. The link removes it and all recovery codes, signs out all devices, cancels the current password and emails you a link to set a new one. It works once, for 7 days.',
    ],
    ...disownable(env, token),
  });
}

type Removed = About & { isLast: boolean };

/** Tells a member that a second factor was removed, and whether there is another. [U13] */
export function factorRemovedMail(env: Env, { to, isLast, token, factorType }: Removed): Mail {
  const left = isLast
    ? 'You now sign in without a second factor.'
    : 'Your other second factors stay as they are.';
  return composeMail(env, {
    kind: 'factor_changed',
    to,
    subject: `A second factor was removed from your ${env.appName} account`,
    paragraphs: [
      `${NAMES[factorType]} was removed from your account, and all your other devices were signed out. ${left}`,
      'If this wasn’t you, tell us. The link signs out all devices, cancels the current password and emails you a link to set a new one. It works once, for 7 days.',
    ],
    ...disownable(env, token),
  });
}
