import type { account } from '@kindpal/contract/account/contract';
import type { Session } from '@kindpal/contract/account/schema';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { OpenCall } from '../access/call.ts';
import { authSession } from '../db/schema/account.ts';
import { refusal } from '../transport/refusal.ts';
import { SESSION_SECONDS } from './auth-engine.ts';
import { clearCookies, engineHeaders, passCookies } from './client.ts';
import { signTokens } from './hand-over-session.ts';
import { presentBrowserSession } from './present.ts';
import { findAccount } from './queries.ts';
import { clientOf, redeemRefreshToken } from './refresh-tokens.ts';

type Context = OpenCall<typeof account.token>['context'];

/** Renews a session: an API client's by its refresh token, a browser's by its cookie. [U7] */
export function refreshSession(token: string | undefined, context: Context): Promise<Session> {
  return token === undefined ? refreshCookie(context) : rotateTokens(token, context);
}

/** Throws SESSION_ENDED, and takes the dead cookie out of the browser. */
async function refreshCookie(context: Context): Promise<Session> {
  const { credential, services } = context;
  const account = credential?.by === 'token' ? await findAccount(services.db, credential) : null;
  if (!account || !credential) {
    clearCookies(context);
    throw refusal('SESSION_ENDED');
  }
  // The engine moves the end of sessions that were last renewed a day ago or more.
  const headers = engineHeaders(context);
  const { headers: renewed } = await services.auth.api.getSession({ headers, returnHeaders: true });
  passCookies(context, renewed);
  return presentBrowserSession(account, services.clock.now());
}

/** A token that comes a second time was copied: its session ends, for the thief and the member. */
async function rotateTokens(token: string, context: Context): Promise<Session> {
  const { db, secret } = context.services;
  const next = await db.drizzle.transaction(async (tx) => {
    const redeemed = await redeemRefreshToken({ tx, secret }, { token, client: clientOf(context) });
    if (!redeemed) return null;
    const ofSession = eq(authSession.id, redeemed.sessionId);
    if ('reused' in redeemed) {
      await tx.delete(authSession).where(ofSession);
      return null;
    }
    const expiresAt = new Date(Date.now() + SESSION_SECONDS * 1000);
    const renewed = await tx
      .update(authSession)
      .set({ expiresAt, updatedAt: new Date() })
      .where(and(ofSession, gt(authSession.expiresAt, sql`now()`)))
      .returning({ id: authSession.id });
    return renewed.length > 0 ? redeemed : null;
  });
  const account = next && (await findAccount(db, { by: 'session', value: next.sessionId }));
  if (!account) throw refusal('SESSION_ENDED');
  return signTokens(context, account, next.token);
}
