import type { Env } from '../../env.ts';
import { composeMail } from '../letter.ts';
import { CONFIRM_DAYS } from '../mailed-link.ts';
import type { Mail } from '../mailer.ts';

type Links = { confirm: string; unsubscribe: string };

/** Asks a mailbox to confirm the newsletter; its reader can also refuse it. [P6] */
export function confirmNewsletterMail(env: Env, to: string, links: Links): Mail {
  return composeMail(env, {
    kind: 'confirm_newsletter',
    to,
    subject: `Confirm the ${env.appName} newsletter`,
    paragraphs: [
      `Someone, hopefully you, asked for the ${env.appName} newsletter at this address.`,
      `Confirm it within ${CONFIRM_DAYS} days. Until then we send nothing else.`,
    ],
    action: { label: 'Subscribe', url: links.confirm },
    afterwards: ['If this wasn’t you, ignore this email and you won’t get the newsletter.'],
    because: `this address was entered for the ${env.appName} newsletter`,
    unsubscribe: links.unsubscribe,
  });
}
