import type { Env } from '../../env.ts';
import { composeMail, quote } from '../letter.ts';
import type { Mail } from '../mailer.ts';
import { disownable } from './disown.ts';

type Changed = { to: string; name: string; token: string };

/** Tells a member that a new passkey can sign in to their account. [U13] */
export function passkeyAddedMail(env: Env, { to, name, token }: Changed): Mail {
  return composeMail(env, {
    kind: 'passkey_changed',
    to,
    subject: `A passkey was added to your ${env.appName} account`,
    paragraphs: [
      `A new passkey (${quote(name)}) can sign in to your account.`,
      'If this wasn’t you, tell us. The link removes all passkeys, signs out all devices, cancels the current password and emails you a link to set a new one. It works once, for 7 days.',
    ],
    ...disownable(env, token),
  });
}

/** Tells a member that one of their passkeys was removed. [U13] */
export function passkeyRemovedMail(env: Env, { to, name, token }: Changed): Mail {
  return composeMail(env, {
    kind: 'passkey_changed',
    to,
    subject: `A passkey was removed from your ${env.appName} account`,
    paragraphs: [
      `A passkey (${quote(name)}) was removed from your account, and all your other devices were signed out.`,
      'If this wasn’t you, tell us. The link removes all passkeys, signs out all devices, cancels the current password and emails you a link to set a new one. It works once, for 7 days.',
    ],
    ...disownable(env, token),
  });
}
