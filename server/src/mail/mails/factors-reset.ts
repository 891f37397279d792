import type { Env } from '../../env.ts';
import { composeMail } from '../letter.ts';
import type { Mail } from '../mailer.ts';

/** Tells a member that staff removed their second factors, and why. [U13] */
export function factorsResetMail(env: Env, { to, reason }: { to: string; reason: string }): Mail {
  return composeMail(env, {
    to,
    subject: `The second factors of your ${env.appName} account were removed`,
    paragraphs: [
      'Our staff removed your second factors, recovery codes and passkeys, and signed you out everywhere. You now sign in with your password alone, and can set them up again.',
      `Why: ${reason}`,
      `If you did not ask for this, reset your password now and write to ${env.supportEmail}.`,
    ],
    action: { label: 'Sign in', url: `${env.appUrl}/join?tab=signin` },
  });
}
