import type { Env } from '../../env.ts';
import { composeMail } from '../letter.ts';
import type { Mail } from '../mailer.ts';

/** Tells an address that the account's previous address has replaced it. [U8] */
export function emailRestoredMail(env: Env, to: string): Mail {
  return composeMail(env, {
    kind: 'email_restored',
    to,
    subject: 'Your change of email address was undone',
    paragraphs: [
      `Your ${env.appName} account uses its previous address again. Devices were signed out, and this address no longer belongs to the account.`,
      `If you didn’t expect this, write to ${env.supportEmail}.`,
    ],
  });
}
