import type { Env } from '../../env.ts';
import { composeMail } from '../letter.ts';
import type { Mail } from '../mailer.ts';

/** The code that confirms a change of the account. [U10] */
export function reauthenticationMail(env: Env, { to, code }: { to: string; code: string }): Mail {
  return composeMail(env, {
    kind: 'reauthentication',
    to,
    subject: `Your ${env.appName} confirmation code: ${code}`,
    paragraphs: [
      `Enter ${code} to confirm the change to your account. It works once, for 10 minutes, where you asked for it.`,
      'If you didn’t ask for this, someone else may be signed in to your account: reset your password, which signs out all devices.',
    ],
    action: { label: 'Reset my password', url: `${env.appUrl}/join?tab=signin` },
    afterwards: ['Never tell anyone the code: we don’t ask for it.'],
  });
}
