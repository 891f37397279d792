import type { account } from '@kindpal/contract/account/contract';
import type { Session } from '@kindpal/contract/account/schema';
import { and, eq, gt, not, sql } from 'drizzle-orm';
import type { OpenCall } from '../../access/call.ts';
import { authSession } from '../../db/schema/account.ts';
import { rememberTimeZone } from '../../notification/settings/remember-time-zone.ts';
import type { Services } from '../../services.ts';
import { refusal } from '../../transport/refusal.ts';
import { SESSION_SECONDS } from '../auth.ts';
import { clearCookies, hasCookie, setCookies } from '../client.ts';
import { presentBrowserSession } from '../present.ts';
import { findAccount } from '../queries.ts';
import { BEGAN_SINCE } from '../tokens.ts';
import { endLeftBehind } from './end-left-behind.ts';
import { endSession } from './end-sessions.ts';
import { signTokens } from './hand-over-session.ts';
import { clientOf, findRefreshToken, redeemRefreshToken } from './refresh-tokens.ts';

const DAY = 24 * 60 * 60;

type Context = OpenCall<typeof account.token>['context'];

/** Renews a session: an API client's by its refresh token, a browser's by its cookie. [U7] */
export function refreshSession(token: string | undefined, context: Context): Promise<Session> {
  return token === undefined ? refreshCookie(context) : rotateTokens(token, context);
}

/** Throws SESSION_ENDED, and removes the expired cookie from the browser. */
async function refreshCookie(context: Context): Promise<Session> {
  if (await endLeftBehind(context)) throw refusal('SESSION_ENDED');
  const { credential, services } = context;
  const account = credential?.by === 'token' ? await findAccount(services.db, credential) : null;
  if (!account || !credential) {
    clearCookies(context);
    throw refusal('SESSION_ENDED');
  }
  if (account.session_awaits_factor) throw refusal('INSUFFICIENT_AAL');
  const isExtended = await renew(services, account.session_id);
  if (isExtended || hasCookie(context, { isEarlier: true })) {
    setCookies(context, credential.value);
    // For members who signed in before pages sent their time zone.
    await rememberTimeZone(services.db, context.request, account.id);
  }
  return presentBrowserSession(account, services.clock.now());
}

/** Records the use of a session, and extends it once a day; returns whether it was extended. */
async function renew({ db }: Services, sessionId: string): Promise<boolean> {
  const now = Date.now();
  const full = new Date(now + SESSION_SECONDS * 1000);
  const isDue = sql`${BEGAN_SINCE}
    and ${authSession.expiresAt} <= ${new Date(now + (SESSION_SECONDS - DAY) * 1000)}`;
  const [renewed] = await db.drizzle
    .update(authSession)
    .set({
      expiresAt: sql`case when ${isDue} then ${full} else ${authSession.expiresAt} end`,
      updatedAt: new Date(now),
    })
    .where(and(eq(authSession.id, sessionId), gt(authSession.expiresAt, sql`now()`)))
    .returning({ expiresAt: authSession.expiresAt });
  return renewed?.expiresAt.getTime() === full.getTime();
}

/** A reused token was copied: its session ends for the thief and the member, who can see that. */
async function rotateTokens(token: string, context: Context): Promise<Session> {
  const { db, limiter, secret } = context.services;
  const client = clientOf(context);
  const found = await findRefreshToken({ tx: db.drizzle, secret }, { token, client });
  if (!found) {
    await limiter.consume('renewal_by_ip', context.ip);
    throw refusal('SESSION_ENDED');
  }
  // Before the transaction, in which repeated requests would hold connections. Copies are counted
  // separately: they are noticed however often the session was renewed.
  const { sessionId, isReused } = found;
  await limiter.consume('renewal_by_session', isReused ? `${sessionId} reused` : sessionId);
  const next = await db.drizzle.transaction(async (tx) => {
    const redeemed = await redeemRefreshToken({ tx, secret }, { ...found, token, client });
    if (!redeemed || 'reused' in redeemed) return redeemed;
    const ofSession = eq(authSession.id, redeemed.sessionId);
    const expiresAt = new Date(Date.now() + SESSION_SECONDS * 1000);
    const renewed = await tx
      .update(authSession)
      .set({ expiresAt, updatedAt: new Date() })
      .where(and(ofSession, gt(authSession.expiresAt, sql`now()`), not(authSession.awaitsFactor)))
      .returning({ id: authSession.id });
    return renewed.length > 0 ? redeemed : null;
  });
  const account = next && (await findAccount(db, { by: 'session', value: next.sessionId }));
  if (!account) throw refusal('SESSION_ENDED');
  if ('reused' in next) {
    const stolen = { userId: account.id, sessionId: next.sessionId };
    await db.drizzle.transaction((tx) => endSession(tx, stolen));
    throw refusal('SESSION_ENDED');
  }
  return signTokens(context, account, next.token);
}
