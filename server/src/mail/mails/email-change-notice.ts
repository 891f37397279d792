import type { Env } from '../../env.ts';
import { composeMail } from '../letter.ts';
import type { Mail } from '../mailer.ts';

/** The page where the old mailbox undoes the change. [U8] */
export function undoUrl(env: Env, token: string): string {
  return `${env.appUrl}/undo-email-change?${new URLSearchParams({ token })}`;
}

/** Tells the old mailbox that another address is waiting for confirmation. [U8] */
export function emailChangeNotice(
  env: Env,
  { to, newEmail, undo }: { to: string; newEmail: string; undo: string },
): Mail {
  return composeMail(env, {
    kind: 'email_change_notice',
    to,
    subject: 'Your email address is about to change',
    paragraphs: [
      `Someone signed in to your ${env.appName} account asked to change its email address to ${newEmail}. It changes as soon as that address is confirmed; until then you sign in as before.`,
      'If this wasn’t you, undo it. The link keeps this address, signs out all devices and emails you a link for a new password. It works once, for 72 hours.',
    ],
    action: { label: 'Undo the change', url: undoUrl(env, undo) },
    afterwards: ['If it was you, there’s nothing to do.'],
  });
}
