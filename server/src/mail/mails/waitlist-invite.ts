import type { Env } from '../../env.ts';
import { composeMail, quote } from '../letter.ts';
import type { Mail } from '../mailer.ts';

/** Sends somebody on the waiting list an invite code. [P4] */
export function waitlistInviteMail(
  env: Env,
  { to, name, code }: { to: string; name: string; code: string },
): Mail {
  return composeMail(env, {
    kind: 'waitlist_invite',
    to,
    subject: `Your invite to ${env.appName}`,
    paragraphs: [
      `Hello ${quote(name)},`,
      `Thank you for waiting. Your invite code is ${code}. It lets one person in and never expires.`,
    ],
    action: { label: `Join ${env.appName}`, url: `${env.appUrl}/join#code=${code}` },
    because: `you asked for an invite to ${env.appName}`,
  });
}
