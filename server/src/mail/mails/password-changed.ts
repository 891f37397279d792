import type { Env } from '../../env.ts';
import { composeMail, quote } from '../letter.ts';
import type { Mail } from '../mailer.ts';
import { disownable } from './disown.ts';

const FEED_ENDED =
  'The calendar feed of your jobs ended too, because its address may have been copied. To see your jobs in your calendar app, turn it on again in the notification settings and add the new address.';

const DELETION_CANCELED =
  'Your requested account deletion was canceled, because someone else may have requested it. If it was you, request it again under Security.';

type Changed = {
  to: string;
  token: string;
  hadFeed: boolean;
  hadDeletion: boolean;
  /** What the ways to sign in are called that a reset removed. */
  removed: string[];
};

/** The ways to sign in of the last 72 hours are gone, and how to have one again. [U12] [U13] */
function removedText(names: string[]): string {
  const quoted = names.map(quote).join(', ');
  return names.length === 1
    ? `We also removed a way to sign in that was added in the last 3 days (${quoted}), because someone else may have added it. If it was yours, add it again under Security.`
    : `We also removed the ways to sign in that were added in the last 3 days (${quoted}), because someone else may have added them. If they were yours, add them again under Security.`;
}

/**
 * The member's password was changed, all other devices were signed out, a calendar feed ended, new
 * ways to sign in were removed, and a requested deletion was canceled. [U5] [U6] [U8] [U13] [X1]
 */
export function passwordChangedMail(env: Env, given: Changed): Mail {
  const { to, token, hadFeed, hadDeletion, removed } = given;
  return composeMail(env, {
    kind: 'password_changed',
    to,
    subject: `Your ${env.appName} password was changed`,
    paragraphs: [
      'Your password was changed, and all your other devices were signed out.',
      ...(hadFeed ? [FEED_ENDED] : []),
      ...(removed.length > 0 ? [removedText(removed)] : []),
      ...(hadDeletion ? [DELETION_CANCELED] : []),
      'If this wasn’t you, tell us. The link signs out all devices, cancels the current password, removes second factors added since and emails you a link to set a new password. It works once, for 7 days.',
    ],
    ...disownable(env, token),
  });
}
