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
      `The owner of the previous address has taken your ${env.appName} account back to it. All devices were signed out, and this address no longer belongs to the account.`,
      `If you didn’t expect this, write to ${env.supportEmail}.`,
    ],
  });
}
