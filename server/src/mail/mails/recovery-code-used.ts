import type { Env } from '../../env.ts';
import { composeMail } from '../letter.ts';
import type { Mail } from '../mailer.ts';
import { disownable } from './disown.ts';

type Used = { to: string; left: number; token: string };

/** Tells a member that one of their recovery codes was used to sign in. [U13] */
export function recoveryCodeUsedMail(env: Env, { to, left, token }: Used): Mail {
  const some = left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`;
  const rest = left === 0 ? 'None are left: please get new ones on the security page.' : some;
  return composeMail(env, {
    kind: 'recovery_code_used',
    to,
    subject: `A recovery code of your ${env.appName} account was used`,
    paragraphs: [
      `Someone signed in with one of your recovery codes. ${rest}`,
      'If this wasn’t you, tell us. The link removes all recovery codes, signs out all devices, cancels the current password and emails you a link to set a new one. It works once, for 7 days.',
    ],
    ...disownable(env, token),
  });
}
