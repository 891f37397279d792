import type { Env } from '../../env.ts';
import { composeMail } from '../letter.ts';
import { CONFIRM_DAYS } from '../mailed-link.ts';
import type { Mail } from '../mailer.ts';

/** Asks a mailbox to confirm the waiting list. It repeats nothing that was typed. [P4] */
export function confirmWaitlistMail(env: Env, to: string, confirm: string): Mail {
  return composeMail(env, {
    kind: 'confirm_waitlist',
    to,
    subject: `Confirm your place on the ${env.appName} waitlist`,
    paragraphs: [
      `Someone, hopefully you, asked for an invite to ${env.appName} with this address.`,
      `Confirm it within ${CONFIRM_DAYS} days, and we’ll email you when there’s an invite for you.`,
    ],
    action: { label: 'Confirm my place', url: confirm },
    afterwards: ['If this wasn’t you, ignore this email and you won’t hear from us again.'],
    because: `this address was entered on the ${env.appName} waitlist`,
  });
}
