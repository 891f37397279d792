import type { RequestContext } from '../../access/context.ts';
import type { Queries } from '../../db/client.ts';
import { passwordChangedMail } from '../../mail/mails/password-changed.ts';
import { endFeed } from '../../notification/calendar/end-feed.ts';
import { mailEvent } from '../../security/mail-event.ts';
import type { LockedAccount } from '../policy.ts';

type Change = {
  account: LockedAccount;
  /** What the ways to sign in are called that a reset removed. */
  removed?: string[];
};

/**
 * Records a new password, ends the calendar feed, and emails the member, with a link that returns
 * the account to them: a thief who knows the password could cancel every reset link by changing it
 * again. [U5] [U6] [U8]
 */
export async function mailPasswordChange(
  tx: Queries,
  context: RequestContext,
  { account, removed = [] }: Change,
): Promise<void> {
  const hadFeed = await endFeed(tx, account.id);
  await mailEvent(tx, { account, kind: 'password_changed' }, context, (token) =>
    passwordChangedMail(context.services.env, { to: account.email, token, hadFeed, removed }),
  );
}
