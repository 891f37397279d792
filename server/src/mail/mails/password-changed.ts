import type { Env } from '../../env.ts';
import { composeMail } from '../letter.ts';
import type { Mail } from '../mailer.ts';
import { disownable } from './disown.ts';

const FEED_ENDED =
  'The calendar feed of your jobs ended too, because its address may have been copied. To see your jobs in your calendar app, turn it on again in the notification settings and add the new address.';

type Changed = { to: string; token: string; hadFeed: boolean };

/**
 * The member's password was changed, all other devices were signed out, and a calendar feed ended.
 * [U5] [U6] [U8]
 */
export function passwordChangedMail(env: Env, { to, token, hadFeed }: Changed): Mail {
  return composeMail(env, {
    kind: 'password_changed',
    to,
    subject: `Your ${env.appName} password was changed`,
    paragraphs: [
      'Your password was changed, and all your other devices were signed out.',
      ...(hadFeed ? [FEED_ENDED] : []),
      'If this wasn’t you, tell us. The link signs out all devices, cancels the current password, removes second factors added since and emails you a link to set a new password. It works once, for 7 days.',
    ],
    ...disownable(env, token),
  });
}
