import type { Session } from '@kindpal/contract/account/schema';
import { APIError } from 'better-auth';
import { and, eq } from 'drizzle-orm';
import type { RequestContext } from '../access/context.ts';
import { authAccount, authUser } from '../db/schema/account.ts';
import { passwordChangedMail } from '../mail/mails/password-changed.ts';
import type { Services } from '../services.ts';
import { refusal } from '../transport/refusal.ts';
import { engineHeaders } from './client.ts';
import { endSessions } from './end-sessions.ts';
import { handOverSession } from './hand-over-session.ts';
import {
  refuseSamePassword,
  requireUncommonPassword,
  requireWellFormedPassword,
} from './password-rules.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { lockAccount } from './policy.ts';

type Reset = { token: string; password: string };

/**
 * Sets a new password with a mailed token, ends every session of the member, cancels all that is
 * pending and signs them in here. The token works once, for 30 minutes, and proves the mailbox. [U5]
 * Throws INVALID_INPUT, TOKEN_REFUSED.
 */
export async function resetPassword(input: Reset, context: RequestContext): Promise<Session> {
  requireWellFormedPassword(input.password);
  if (!/^[\w-]+$/.test(input.token)) throw refusal('TOKEN_REFUSED');
  const ownerId = await requireNewPassword(input, context.services);
  const { auth } = context.services;
  const email = await redeem(input, ownerId, context.services).catch((error) => {
    if (error instanceof APIError && error.statusCode < 500) throw refusal('TOKEN_REFUSED');
    throw error;
  });
  const { response, headers } = await auth.api.signInEmail({
    body: { email, password: input.password },
    headers: engineHeaders(context),
    returnHeaders: true,
  });
  return handOverSession(context, { token: response.token, headers, returnTokens: false });
}

/**
 * Judges the password before the token is used up, so that another can be chosen with it; gives the
 * member whose it is.
 */
async function requireNewPassword(
  { token, password }: Reset,
  { auth, db }: Services,
): Promise<string> {
  const userId = await auth.findResetOwner(token);
  if (!userId) throw refusal('TOKEN_REFUSED');
  const [own] = await db.drizzle
    .select({ email: authUser.email, hash: authAccount.password })
    .from(authUser)
    .leftJoin(
      authAccount,
      and(eq(authAccount.userId, authUser.id), eq(authAccount.providerId, 'credential')),
    )
    .where(eq(authUser.id, userId));
  if (!own) throw refusal('TOKEN_REFUSED');
  await requireUncommonPassword(password, own.email);
  if (own.hash && (await verifyPassword(own.hash, password))) throw refuseSamePassword();
  return userId;
}

/** Token, password, sessions and notice in one transaction; gives the member's address. */
async function redeem(
  { token, password }: Reset,
  ownerId: string,
  { auth, mailer, env }: Services,
): Promise<string> {
  const scope = { passwordHash: await hashPassword(password) };
  return auth.transaction(scope, async (tx) => {
    const account = await lockAccount(tx, ownerId);
    if (!account) throw refusal('TOKEN_REFUSED');
    await auth.api.resetPassword({ body: { token, newPassword: password } });
    await tx.update(authUser).set({ emailVerified: true }).where(eq(authUser.id, ownerId));
    await endSessions(tx, ownerId);
    await mailer.send(passwordChangedMail(env, account.email), tx);
    return account.email;
  });
}
