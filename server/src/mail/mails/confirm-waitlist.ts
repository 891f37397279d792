import type { Env } from '../../env.ts';
import { composeMail } from '../letter.ts';
import { CONFIRM_DAYS } from '../mailed-link.ts';
import type { Mail } from '../mailer.ts';

/** Asks a mailbox whether its reader waits for an invite. It repeats nothing that was typed. [P4] */
export function confirmWaitlistMail(env: Env, to: string, confirm: string): Mail {
  return composeMail(env, {
    to,
    subject: `Confirm your place on the ${env.appName} waitlist`,
    paragraphs: [
      `Somebody, hopefully you, asked for an invite to ${env.appName} with this address.`,
      `Confirm it within ${CONFIRM_DAYS} days, and we write again once there is an invite for you.`,
    ],
    action: { label: 'Confirm my place', url: confirm },
    afterwards: ['If it was not you, ignore this e-mail and nothing more comes.'],
    because: `this address was entered on the ${env.appName} waitlist`,
  });
}
