import type { Session } from '@kindpal/contract/account/schema';
import { eq } from 'drizzle-orm';
import type { RequestContext } from '../access/context.ts';
import { authAccount, authUser } from '../db/schema/account.ts';
import { passwordChangedMail } from '../mail/mails/password-changed.ts';
import { noteSecurityEvent } from '../security/note-security-event.ts';
import type { Services } from '../services.ts';
import { refusal } from '../transport/refusal.ts';
import { isCredentialOf, setPassword } from './credential.ts';
import { endSessions } from './end-sessions.ts';
import { handOverSession } from './hand-over-session.ts';
import {
  refuseSamePassword,
  requireUncommonPassword,
  requireWellFormedPassword,
} from './password-rules.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { lockActiveAccount } from './policy.ts';
import { findResetOwner, useResetToken } from './reset-tokens.ts';
import { admitMember, startSession } from './start-session.ts';

type Reset = { token: string; password: string; return_tokens: boolean };

/**
 * Sets a new password with a mailed token, ends every session of the member, cancels all that is
 * pending and signs them in here. The token works once, for 30 minutes, and proves the mailbox. [U5]
 * Throws INVALID_INPUT, TOKEN_REFUSED.
 */
export async function resetPassword(input: Reset, context: RequestContext): Promise<Session> {
  requireWellFormedPassword(input.password);
  if (!/^[\w-]+$/.test(input.token)) throw refusal('TOKEN_REFUSED');
  const ownerId = await requireNewPassword(input, context.services);
  const token = await redeem(input, ownerId, context);
  return handOverSession(context, { token, returnTokens: input.return_tokens });
}

/**
 * Judges the password before the token is used up, so that another can be chosen with it; gives the
 * member whose it is.
 */
async function requireNewPassword({ token, password }: Reset, { db }: Services): Promise<string> {
  const userId = await findResetOwner(db.drizzle, token);
  if (!userId) throw refusal('TOKEN_REFUSED');
  const [own] = await db.drizzle
    .select({ email: authUser.email, hash: authAccount.password })
    .from(authUser)
    .leftJoin(authAccount, isCredentialOf(userId))
    .where(eq(authUser.id, userId));
  if (!own) throw refusal('TOKEN_REFUSED');
  await requireUncommonPassword(password, own.email);
  if (own.hash && (await verifyPassword(own.hash, password))) throw refuseSamePassword();
  return userId;
}

/** Token, password, sessions, notice and the new session in one transaction; gives its token. */
async function redeem(
  { token, password }: Reset,
  ownerId: string,
  context: RequestContext,
): Promise<string> {
  const { db, mailer, env } = context.services;
  const hash = await hashPassword(password);
  return db.drizzle.transaction(async (tx) => {
    if (!(await admitMember(tx, ownerId))) throw refusal('TOKEN_REFUSED');
    const account = await lockActiveAccount(tx, ownerId);
    if (!account || !(await useResetToken(tx, token))) throw refusal('TOKEN_REFUSED');
    await setPassword(tx, ownerId, hash);
    await noteSecurityEvent(tx, { userId: ownerId, kind: 'password_changed' }, context);
    await tx.update(authUser).set({ emailVerified: true }).where(eq(authUser.id, ownerId));
    await endSessions(tx, account);
    await mailer.send(passwordChangedMail(env, account.email), tx);
    return startSession(tx, { userId: ownerId, method: 'recovery' }, context);
  });
}
