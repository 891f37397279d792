import type { Env } from '../../env.ts';
import { composeMail } from '../letter.ts';
import type { Mail } from '../mailer.ts';
import { disownable } from './disown.ts';

/** Tells a member that their recovery codes were replaced. [U13] */
export function recoveryCodesMadeMail(
  env: Env,
  { to, token }: { to: string; token: string },
): Mail {
  return composeMail(env, {
    kind: 'recovery_codes_made',
    to,
    subject: `Your ${env.appName} recovery codes were replaced`,
    paragraphs: [
      'New recovery codes were made for your account. The old ones no longer work.',
      'If this wasn’t you, tell us. The link removes all recovery codes, signs out all devices, cancels the current password and emails you a link to set a new one. It works once, for 7 days.',
    ],
    ...disownable(env, token),
  });
}
