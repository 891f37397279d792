import type { Env } from '../../env.ts';
import { composeMail } from '../letter.ts';
import type { Mail } from '../mailer.ts';

/** Asks the new mailbox to confirm that it is the member's. [U8] */
export function confirmEmailMail(env: Env, to: string, token: string): Mail {
  return composeMail(env, {
    kind: 'confirm_email',
    to,
    subject: 'Confirm your new email address',
    paragraphs: [
      `Confirm that this is your new address for ${env.appName}. The link works once, for 30 minutes.`,
    ],
    action: {
      label: 'Confirm this address',
      url: `${env.appUrl}/confirm-email?${new URLSearchParams({ token })}`,
    },
    afterwards: ['If you didn’t ask for this, ignore this email and nothing changes.'],
  });
}
