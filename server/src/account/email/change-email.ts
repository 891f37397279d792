import { and, eq, gt, or, sql } from 'drizzle-orm';
import type { MemberContext } from '../../access/context.ts';
import type { Queries } from '../../db/client.ts';
import { authUser, emailChange, emailUndo } from '../../db/schema/account.ts';
import { mailboxOf } from '../../mail/mailbox-of.ts';
import { confirmEmailMail } from '../../mail/mails/confirm-email.ts';
import { emailChangeNotice } from '../../mail/mails/email-change-notice.ts';
import { noteSecurityEvent } from '../../security/note-security-event.ts';
import type { Services } from '../../services.ts';
import { MAILED_TOKEN_SECONDS } from '../auth.ts';
import type { LockedAccount } from '../policy.ts';
import { makeUndoToken } from '../takeover/email-undo.ts';
import { hashToken, makeToken } from '../tokens.ts';

type Change = {
  account: LockedAccount;
  to: string;
  /** Whether the new address may be mailed to: not if it was too often. */
  isMailed: boolean;
};

/**
 * Stores a pending new address until it is confirmed, and tells the old one how to undo it, unless
 * nobody has confirmed that one: it may be a stranger's, entered by mistake. For an address that
 * is taken the response is the same, but nothing is mailed there and nothing can be confirmed. [U8]
 */
export async function changeEmail(
  tx: Queries,
  context: MemberContext,
  { account, to, isMailed }: Change,
): Promise<void> {
  const { services, actor } = context;
  const { env, mailer, clock } = services;
  const token = makeToken();
  const pending = {
    newEmail: to,
    tokenHash: hashToken(token),
    expiresAt: new Date(clock.now().getTime() + MAILED_TOKEN_SECONDS * 1000),
  };
  await tx
    .insert(emailChange)
    .values({ userId: actor.id, ...pending })
    .onConflictDoUpdate({ target: emailChange.userId, set: pending });
  await noteSecurityEvent(tx, { userId: actor.id, kind: 'email_change_asked' }, context);
  if (!account.hasToConfirm) {
    const undo = await makeUndoToken(tx, { userId: actor.id, oldEmail: account.email, clock });
    await mailer.send(emailChangeNotice(env, { to: account.email, newEmail: to, undo }), tx);
  }
  if (isMailed && !(await isTaken({ tx, clock }, { userId: actor.id, email: to }))) {
    await mailer.send({ ...confirmEmailMail(env, to, token), member_id: actor.id }, tx);
  }
}

type Counted = {
  userId: string;
  to: string;
  /** Whether it is mailed again, which anybody can request who knows the member's address. */
  isAgain?: boolean;
};

/** Counts a confirmation link for a mailbox, and returns whether it may be mailed. [U8] */
export async function mayMailChange(
  { limiter }: Pick<Services, 'limiter'>,
  { userId, to, isAgain = false }: Counted,
): Promise<boolean> {
  const mailbox = mailboxOf(to);
  const key = `${userId} ${mailbox}`;
  return (
    (await limiter.hasRoom('email_change_mail_by_member', isAgain ? `again ${key}` : key)) &&
    limiter.hasRoom('email_change_mail_by_address', mailbox)
  );
}

/** Cancels a pending change; the address stays. [U8] */
export async function withdrawEmailChange(tx: Queries, userId: string): Promise<void> {
  await tx.delete(emailChange).where(eq(emailChange.userId, userId));
}

/** Whether somebody else has this address, or can still get it back. */
export async function isTaken(
  { tx, clock }: { tx: Queries } & Pick<Services, 'clock'>,
  { userId, email }: { userId: string; email: string },
): Promise<boolean> {
  const [taken] = await tx
    .select({ one: sql`1` })
    .from(authUser)
    .where(
      or(
        eq(authUser.email, email),
        sql`exists (${tx
          .select({ one: sql`1` })
          .from(emailUndo)
          .where(
            and(
              sql`lower(${emailUndo.oldEmail}) = ${email}`,
              sql`${emailUndo.userId} <> ${userId}`,
              gt(emailUndo.expiresAt, clock.now()),
            ),
          )})`,
      ),
    )
    .limit(1);
  return taken !== undefined;
}
