import type { Env } from '../../env.ts';
import { composeMail } from '../letter.ts';
import { CONFIRM_DAYS } from '../mailed-link.ts';
import type { Mail } from '../mailer.ts';

type Links = { confirm: string; unsubscribe: string };

/** Asks a mailbox whether it wants the newsletter; what its reader never asked for ends here. [P6] */
export function confirmNewsletterMail(env: Env, to: string, links: Links): Mail {
  return composeMail(env, {
    to,
    subject: `Confirm the ${env.appName} newsletter`,
    paragraphs: [
      `Somebody, hopefully you, asked to send the ${env.appName} newsletter to this address.`,
      `Confirm it within ${CONFIRM_DAYS} days; until then nothing else is sent.`,
    ],
    action: { label: 'Send me the newsletter', url: links.confirm },
    afterwards: ['If it was not you, ignore this e-mail and no newsletter comes.'],
    because: `this address was entered for the ${env.appName} newsletter`,
    unsubscribe: links.unsubscribe,
  });
}
