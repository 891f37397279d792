import type { Env } from '../../env.ts';
import { composeMail } from '../letter.ts';
import type { Mail } from '../mailer.ts';

type Decision = { to: string; decision: 'granted' | 'refused'; reason: string };

/** Tells a member what staff decided about their request for another code, and why. [I1] */
export function inviteRequestDecidedMail(env: Env, { to, decision, reason }: Decision): Mail {
  const granted = decision === 'granted';
  return composeMail(env, {
    kind: 'invite_request_decided',
    to,
    subject: granted ? 'You have another invite code' : 'About your request for another code',
    paragraphs: [
      granted
        ? 'You asked for another invite code. You have one now.'
        : 'You asked for another invite code. We’re not giving one out this time.',
      `Our note: ${reason}`,
      ...(granted ? ['Open Invite at the top of any page to find it.'] : []),
    ],
    action: { label: `Open ${env.appName}`, url: `${env.appUrl}/dashboard` },
  });
}
