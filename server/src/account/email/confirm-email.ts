import type { Session } from '@kindpal/contract/account/schema';
import { and, eq, gt } from 'drizzle-orm';
import { findActor } from '../../access/actor.ts';
import type { RequestContext } from '../../access/context.ts';
import { isUniqueViolation } from '../../db/client.ts';
import { authUser, emailChange } from '../../db/schema/account.ts';
import { emailChangedMail } from '../../mail/mails/email-changed.ts';
import { emailRestoredMail } from '../../mail/mails/email-restored.ts';
import { noteSecurityEvent } from '../../security/note-security-event.ts';
import { refusal } from '../../transport/refusal.ts';
import { cancelResetTokens } from '../password/reset-tokens.ts';
import { lockActiveAccount } from '../policy.ts';
import { endSessions } from '../session/end-sessions.ts';
import { getSession } from '../session/get-session.ts';
import { endUndoLinks, makeUndoToken } from '../takeover/email-undo.ts';
import { hashToken } from '../tokens.ts';
import { moveAddress } from './move-address.ts';

type Link = { token: string; email?: string | undefined };

/**
 * Makes a pending address the member's own; opening the link proves the mailbox, signed in or not.
 * Ends all other sessions of the member, and tells the old address how to undo it, unless nobody
 * had confirmed that one. A change back to an address that could still undo ends the undo links
 * made since, as its own would: the address between may be a thief's. Returns the caller's session
 * if there is one. [U8] Throws TOKEN_REFUSED, also when somebody else has taken the address
 * meanwhile.
 */
export async function confirmEmail(
  { email, token }: Link,
  context: RequestContext,
): Promise<Session | null> {
  await complete({ email, token }, context).catch((error) => {
    throw isUniqueViolation(error, 'user_email_unique') ? refusal('TOKEN_REFUSED') : error;
  });
  return (await getSession({ context })).session;
}

async function complete({ email, token }: Link, context: RequestContext): Promise<void> {
  const { services, credential } = context;
  const { db, clock, env, mailer } = services;
  const actor = credential && (await findActor(db, credential));
  await db.drizzle.transaction(async (tx) => {
    const isPending = and(
      eq(emailChange.tokenHash, hashToken(token)),
      gt(emailChange.expiresAt, clock.now()),
      email === undefined ? undefined : eq(emailChange.newEmail, email),
    );
    const [found] = await tx.select().from(emailChange).where(isPending);
    // The account is locked before the link is used, in the same order as a reset.
    const account = found && (await lockActiveAccount(tx, found.userId));
    const [pending] = account ? await tx.delete(emailChange).where(isPending).returning() : [];
    if (!account || !pending) throw refusal('TOKEN_REFUSED');
    await tx
      .update(authUser)
      .set({ email: pending.newEmail, emailVerified: true, updatedAt: new Date() })
      .where(eq(authUser.id, account.id));
    await moveAddress(tx, account, pending.newEmail);
    const keep = actor?.id === account.id ? actor.session_id : undefined;
    // They are in the former mailbox.
    await cancelResetTokens(tx, account);
    await endSessions(tx, account, keep);
    await noteSecurityEvent(tx, { userId: account.id, kind: 'email_changed' }, context);
    if (account.hasToConfirm) return;
    const { id: userId, email: oldEmail } = account;
    const { newEmail } = pending;
    const mail = (await endUndoLinks(tx, { userId, oldEmail: newEmail, clock }))
      ? emailRestoredMail(env, oldEmail)
      : emailChangedMail(env, {
          to: oldEmail,
          newEmail,
          undo: await makeUndoToken(tx, { userId, oldEmail, clock }),
        });
    await mailer.send({ ...mail, member_id: account.id }, tx);
  });
}
