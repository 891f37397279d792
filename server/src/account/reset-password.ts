import type { Session } from '@kindpal/contract/account/schema';
import { APIError } from 'better-auth';
import { and, eq, isNull } from 'drizzle-orm';
import type { RequestContext } from '../access/context.ts';
import type { Queries } from '../db/client.ts';
import { authUser } from '../db/schema/account.ts';
import { users } from '../db/schema/member.ts';
import { passwordChangedMail } from '../mail/mails/password-changed.ts';
import type { Services } from '../services.ts';
import { refusal } from '../wire/refusal.ts';
import { engineHeaders } from './client.ts';
import { endResetLinks } from './end-sessions.ts';
import { handOverSession } from './hand-over-session.ts';
import { hashPassword } from './passwords.ts';
import { requireGoodPassword } from './policy.ts';

type Reset = { token: string; password: string };

/**
 * Sets a new password with a mailed token, ends every session of the member and signs them in here.
 * The token works once, for 30 minutes, and proves the mailbox. [U5]
 * Throws INVALID_INPUT, TOKEN_REFUSED.
 */
export async function resetPassword(input: Reset, context: RequestContext): Promise<Session> {
  requireGoodPassword(input.password);
  if (!/^[\w-]+$/.test(input.token)) throw refusal('TOKEN_REFUSED');
  const { auth } = context.services;
  const email = await redeem(input, context.services).catch((error) => {
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

/** Token, password, sessions and notice in one transaction; gives the member's address. */
async function redeem({ token, password }: Reset, { auth, mailer, env }: Services) {
  let member: { id: string; email: string } | undefined;
  const scope = {
    passwordHash: await hashPassword(password),
    onReset: (owner: { id: string; email: string }) => {
      member = owner;
    },
  };
  return auth.transaction(scope, async (tx) => {
    await auth.api.resetPassword({ body: { token, newPassword: password } });
    if (!member || !(await isWelcome(tx, member.id))) throw refusal('TOKEN_REFUSED');
    await tx.update(authUser).set({ emailVerified: true }).where(eq(authUser.id, member.id));
    await endResetLinks(tx, member.id);
    await mailer.send(passwordChangedMail(env, member.email), tx);
    return member.email;
  });
}

async function isWelcome(tx: Queries, id: string): Promise<boolean> {
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.suspended_at)));
  return found.length > 0;
}
