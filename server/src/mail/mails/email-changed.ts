import type { Env } from '../../env.ts';
import { composeMail } from '../letter.ts';
import type { Mail } from '../mailer.ts';
import { undoUrl } from './email-change-notice.ts';

/** Tells the old mailbox that its account has another address now. [U8] */
export function emailChangedMail(
  env: Env,
  { to, newEmail, undo }: { to: string; newEmail: string; undo: string },
): Mail {
  return composeMail(env, {
    kind: 'email_changed',
    to,
    subject: 'Your email address was changed',
    paragraphs: [
      `Your ${env.appName} account now uses ${newEmail}. You sign in with it, and our emails go there. All other devices were signed out.`,
      'If this wasn’t you, undo it. The link restores this address, signs out all devices and emails you a link for a new password. It works once, for 72 hours.',
    ],
    action: { label: 'Undo the change', url: undoUrl(env, undo) },
    afterwards: ['If it was you, there’s nothing to do.'],
  });
}
