import type { Session } from '@kindpal/contract/account/schema';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { HolderContext } from '../access/context.ts';
import { SESSION_SECONDS } from '../account/auth.ts';
import { type LockedAccount, lockActiveAccount } from '../account/policy.ts';
import { handOverSession } from '../account/session/hand-over-session.ts';
import { BEGAN_SINCE, makeSessionToken } from '../account/tokens.ts';
import type { Queries } from '../db/client.ts';
import { authSession, type FactorMethod, refreshToken } from '../db/schema/account.ts';
import { noteFailedSignIn } from '../security/note-security-event.ts';
import { refusal } from '../transport/refusal.ts';

/** Locks the account of the session's holder. Throws UNAUTHORIZED if suspended. [U13] */
export async function lockHolder(tx: Queries, { holder }: HolderContext): Promise<LockedAccount> {
  const account = await lockActiveAccount(tx, holder.id);
  if (!account) throw refusal('UNAUTHORIZED');
  return account;
}

/**
 * Raises the session of a locked account to aal2; returns its token. A session that waited gets a
 * new token: somebody with the password may have seen the old one. Throws UNAUTHORIZED. [U13]
 */
export async function raiseSession(
  tx: Queries,
  { holder, services }: HolderContext,
  method: FactorMethod,
): Promise<string> {
  const now = services.clock.now();
  const full = new Date(Date.now() + SESSION_SECONDS * 1000);
  const [raised] = await tx
    .update(authSession)
    .set({
      factorMethod: method,
      factorAt: now,
      awaitsFactor: false,
      admitsStaff: true,
      updatedAt: new Date(),
      ...(holder.awaits_factor
        ? { token: makeSessionToken(), expiresAt: full }
        : {
            expiresAt: sql`case when ${BEGAN_SINCE} then ${full} else ${authSession.expiresAt} end`,
          }),
    })
    .where(and(eq(authSession.id, holder.session_id), gt(authSession.expiresAt, sql`now()`)))
    .returning({ token: authSession.token });
  if (!raised) throw refusal('UNAUTHORIZED');
  await tx.delete(refreshToken).where(eq(refreshToken.sessionId, holder.session_id));
  return raised.token;
}

/**
 * Returns the raised session to its holder: tokens for an API client, cookies for a browser.
 * [U13]
 */
export function handOver(context: HolderContext, token: string): Promise<Session> {
  return handOverSession(context, { token, returnTokens: context.credential?.by !== 'token' });
}

/**
 * Refuses a wrong code. Knowing the password but not the code is a failed sign-in, which is
 * recorded for the member. Throws MFA_VERIFICATION_FAILED. [U13]
 */
export async function refuseCode(context: HolderContext): Promise<never> {
  const { holder, services } = context;
  if (holder.awaits_factor) await noteFailedSignIn(services.db.drizzle, holder.id, context);
  throw refusal('MFA_VERIFICATION_FAILED');
}
