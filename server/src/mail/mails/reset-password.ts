import type { Env } from '../../env.ts';
import { composeMail } from '../letter.ts';
import type { Mail } from '../mailer.ts';

type ResetLink = { to: string; token: string; now: Date };

/**
 * The link to choose a new password. It contains when it was issued, in Unix seconds, because the
 * page warns about old ones. [U4] [U7]
 */
export function resetPasswordMail(env: Env, { to, token, now }: ResetLink): Mail {
  const query = new URLSearchParams({
    access_token: token,
    type: 'recovery',
    issued_at: String(Math.floor(now.getTime() / 1000)),
  });
  return composeMail(env, {
    kind: 'reset_password',
    to,
    subject: `Reset your ${env.appName} password`,
    paragraphs: [
      'Someone, hopefully you, asked to reset the password of your account.',
      'The link below works once, for 30 minutes.',
    ],
    action: { label: 'Choose a new password', url: `${env.appUrl}/reset-password?${query}` },
    afterwards: ['If this wasn’t you, ignore this email: your password stays the same.'],
  });
}
