import type { Env } from '../../env.ts';
import { composeMail } from '../letter.ts';
import type { Mail } from '../mailer.ts';
import { disownable } from './disown.ts';

type Changed = { to: string; name: string; token: string };

const NOT_ME =
  'If this wasn’t you, tell us. The link disconnects all outside accounts, removes all passkeys, signs out all devices, cancels the current password and emails you a link to set a new one. It works once, for 7 days.';

/** Tells a member that an outside account can now sign in to theirs. [U12] */
export function identityLinkedMail(env: Env, { to, name, token }: Changed): Mail {
  return composeMail(env, {
    kind: 'identity_changed',
    to,
    subject: `${name} was connected to your ${env.appName} account`,
    paragraphs: [`An account at ${name} can now sign in to your account.`, NOT_ME],
    ...disownable(env, token),
  });
}

/** Tells a member that an outside account no longer can. [U12] */
export function identityUnlinkedMail(env: Env, { to, name, token }: Changed): Mail {
  return composeMail(env, {
    kind: 'identity_changed',
    to,
    subject: `${name} was disconnected from your ${env.appName} account`,
    paragraphs: [
      `Your account at ${name} no longer signs in here, and all your other devices were signed out.`,
      NOT_ME,
    ],
    ...disownable(env, token),
  });
}
