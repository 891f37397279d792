import type { Env } from '../../env.ts';
import { composeMail } from '../letter.ts';
import type { Mail } from '../mailer.ts';
import { disownable } from './disown.ts';

/** Tells a member that signing out other devices canceled the requested deletion. [U6] [X1] */
export function deletionCanceledMail(env: Env, { to, token }: { to: string; token: string }): Mail {
  return composeMail(env, {
    kind: 'deletion_withdrawn',
    to,
    subject: `The deletion of your ${env.appName} account was canceled`,
    paragraphs: [
      'Your requested account deletion was canceled when other devices were signed out, because it was requested on another device. If you still want to delete your account, request it again under Security.',
      'If you didn’t sign out your devices, tell us. The link signs out all devices, cancels the current password and emails you a link to set a new one. It works once, for 7 days.',
    ],
    ...disownable(env, token),
  });
}
