import type { Env } from '../../env.ts';
import { composeMail } from '../letter.ts';
import type { Mail } from '../mailer.ts';
import { disownable } from './disown.ts';

type About = { to: string; token: string; reason: string };

/** Tells a member that staff removed their second factors, and why. [U13] */
export function factorsResetMail(env: Env, { to, token, reason }: About): Mail {
  return composeMail(env, {
    kind: 'factors_reset',
    to,
    subject: `The second factors of your ${env.appName} account were removed`,
    paragraphs: [
      'We removed your second factors, recovery codes and passkeys, and signed you out everywhere. You now sign in without a second factor, and can set one up again.',
      `Why: ${reason}`,
      `If you didn’t ask for this, tell us. The link signs out all devices, cancels the current password and emails you a link to set a new one. It works once, for 7 days. Please also write to ${env.supportEmail}.`,
    ],
    ...disownable(env, token),
    afterwards: ['If you asked for it, there’s nothing to do.'],
  });
}
