import type { RequestContext } from '../../access/context.ts';
import type { Queries } from '../../db/client.ts';
import { stopDeletionByOthers } from '../../deletion/stop-deletion.ts';
import { passwordChangedMail } from '../../mail/mails/password-changed.ts';
import { endFeed } from '../../notification/calendar/end-feed.ts';
import { mailEvent } from '../../security/mail-event.ts';
import { noteSecurityEvent } from '../../security/note-security-event.ts';
import type { LockedAccount } from '../policy.ts';

type Change = {
  account: LockedAccount;
  /** What the ways to sign in are called that a reset removed. */
  removed?: string[];
  /** The session whose requested deletion stays; a reset keeps none. */
  keep?: string;
};

/**
 * Records a new password, ends the calendar feed, cancels a deletion that another session
 * requested, and emails the member, with a link that returns the account to them: a thief who knows
 * the password could cancel every reset link by changing it again. Returns whether a deletion was
 * canceled. [U5] [U6] [U8] [X1]
 */
export async function mailPasswordChange(
  tx: Queries,
  context: RequestContext,
  { account, removed = [], keep }: Change,
): Promise<boolean> {
  const { id: userId, email: to } = account;
  const hadFeed = await endFeed(tx, userId);
  const hadDeletion = await stopDeletionByOthers(tx, account, keep);
  if (hadDeletion) await noteSecurityEvent(tx, { userId, kind: 'deletion_withdrawn' }, context);
  await mailEvent(tx, { account, kind: 'password_changed' }, context, (token) =>
    passwordChangedMail(context.services.env, { to, token, hadFeed, hadDeletion, removed }),
  );
  return hadDeletion;
}
