import type { Session } from '@kindpal/contract/account/schema';
import { eq } from 'drizzle-orm';
import type { RequestContext } from '../../access/context.ts';
import type { Queries } from '../../db/client.ts';
import { authAccount, authUser } from '../../db/schema/account.ts';
import type { Services } from '../../services.ts';
import { refusal } from '../../transport/refusal.ts';
import { type LockedAccount, lockActiveAccount } from '../policy.ts';
import { isCredentialOf, setPassword } from '../session/credential.ts';
import { endSessions } from '../session/end-sessions.ts';
import { handOverSession } from '../session/hand-over-session.ts';
import { admitMember, startSession } from '../session/start-session.ts';
import { confirmMailbox } from '../sign-up/confirm-mailbox.ts';
import { removeNewWaysIn } from '../takeover/remove-new-ways-in.ts';
import { mailPasswordChange } from './mail-password-change.ts';
import {
  refuseSamePassword,
  requireUncommonPassword,
  requireWellFormedPassword,
} from './password-rules.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { findResetOwner, useResetToken } from './reset-tokens.ts';

type Link = { token: string; email?: string | undefined; return_tokens: boolean };
type Reset = Link & { password: string };

/**
 * Sets a new password with a mailed token, removes new ways to sign in, ends every session of the
 * member, cancels all pending changes and a requested deletion, and signs them in here; returns how
 * many ways it removed and whether it canceled a deletion. The token works once, for 30 minutes,
 * and proves the mailbox. [U5] [U13] [X1] Throws INVALID_INPUT, TOKEN_REFUSED,
 * TOO_MANY_REQUESTS.
 */
export async function resetPassword(input: Reset, context: RequestContext) {
  requireWellFormedPassword(input.password);
  const own = await findOwner(input, context.services);
  await context.services.limiter.consume('reset_by_member', own.id);
  await requireNewPassword(own, input.password);
  const hash = await hashPassword(input.password, own.email);
  let removed: string[] = [];
  let hadDeletion = false;
  const session = await redeem(input, own, context, async (tx, account) => {
    await setPassword(tx, own.id, hash);
    removed = await removeNewWaysIn(tx, account, context);
    hadDeletion = await mailPasswordChange(tx, context, { account, removed });
    await endSessions(tx, account);
  });
  await context.services.limiter.giveBack('reset_by_member', own.id);
  return { session, removed_ways_in: removed.length, deletion_canceled: hadDeletion };
}

/**
 * Signs a member in with a mailed token and changes nothing else: GoTrue clients set the new
 * password afterwards, which needs its own proof. The token is used up. [U5] Throws
 * TOKEN_REFUSED.
 */
export async function openRecovery(input: Link, context: RequestContext): Promise<Session> {
  const own = await findOwner(input, context.services);
  return redeem(input, own, context, null);
}

type Owner = { id: string; email: string; hash: string | null };

/** The token's member, before it is used up. */
async function findOwner({ token, email }: Link, { db }: Services): Promise<Owner> {
  if (!/^[\w-]+$/.test(token)) throw refusal('TOKEN_REFUSED');
  const id = await findResetOwner(db.drizzle, token);
  if (!id) throw refusal('TOKEN_REFUSED');
  const [own] = await db.drizzle
    .select({ id: authUser.id, email: authUser.email, hash: authAccount.password })
    .from(authUser)
    .leftJoin(authAccount, isCredentialOf(id))
    .where(eq(authUser.id, id));
  if (!own || (email !== undefined && own.email !== email)) throw refusal('TOKEN_REFUSED');
  return own;
}

/** Checks the password before using up the token, so that another can be chosen with it. */
async function requireNewPassword({ email, hash }: Owner, password: string): Promise<void> {
  await requireUncommonPassword(password, email);
  if (hash && (await verifyPassword(hash, password, email))) throw refuseSamePassword();
}

type Change = (tx: Queries, account: LockedAccount) => Promise<void>;

/**
 * Uses up the token, which proves the mailbox, and starts a session, in the transaction of the
 * change, if there is one.
 */
async function redeem(
  { token, return_tokens: returnTokens }: Link,
  { id: userId }: Owner,
  context: RequestContext,
  change: Change | null,
): Promise<Session> {
  const started = await context.services.db.drizzle.transaction(async (tx) => {
    if (!(await admitMember(tx, userId))) throw refusal('TOKEN_REFUSED');
    const account = await lockActiveAccount(tx, userId);
    if (!account || !(await useResetToken(tx, token))) throw refusal('TOKEN_REFUSED');
    const isFirst = await confirmMailbox(tx, account);
    await change?.(tx, account);
    const endsOthers = isFirst || change !== null;
    return startSession(tx, { userId, method: 'recovery', endsOthers }, context);
  });
  return handOverSession(context, { token: started, returnTokens });
}
