import type { Session } from '@kindpal/contract/account/schema';
import { findHolder } from '../../access/actor.ts';
import type { RequestContext } from '../../access/context.ts';
import { rememberTimeZone } from '../../notification/settings/remember-time-zone.ts';
import { refusal } from '../../transport/refusal.ts';
import { isBrowser } from '../asker.ts';
import { setCookies } from '../client.ts';
import { levelOf, presentAccount, presentBrowserSession } from '../present.ts';
import { type AccountRow, findAccount } from '../queries.ts';
import { markNewcomersBrowser, unmarkNewcomersBrowser } from '../sign-up/newcomers-browser.ts';
import { endSession } from './end-sessions.ts';
import { rememberDevice } from './known-device.ts';
import { issueRefreshToken } from './refresh-tokens.ts';
import { ACCESS_MS } from './signing-keys.ts';

type Started = { token: string; returnTokens: boolean };

/**
 * Returns a new session to the member who signed in: cookies for a browser, tokens for an API
 * client. [U7]
 */
export async function handOverSession(
  context: RequestContext,
  { token, returnTokens }: Started,
): Promise<Session> {
  const { db, clock, secret, limiter } = context.services;
  const account = await findAccount(db, { by: 'token', value: token });
  if (!account) throw refusal('UNAUTHORIZED');
  // Remembered right away, so that a new session does not get rate limits of its own.
  limiter.remember({ by: 'token', value: token }, account.id);
  limiter.remember({ by: 'session', value: account.session_id }, account.id);
  if (returnTokens) {
    // A page may keep its tokens itself.
    if (isBrowser(context)) rememberBrowser(context, account);
    const first = await issueRefreshToken({ tx: db.drizzle, secret }, account.session_id);
    return signTokens(context, account, first);
  }
  await endReplaced(context, account);
  const awaitsFactor = account.session_awaits_factor;
  setCookies(context, token, { awaitsFactor });
  rememberBrowser(context, account);
  if (!awaitsFactor) await rememberTimeZone(db, context.request, account.id);
  return presentBrowserSession(account, clock.now());
}

function rememberBrowser(context: RequestContext, account: AccountRow): void {
  if (account.session_awaits_factor) return;
  rememberDevice(context, account.id);
  if (account.confirm_email_by) markNewcomersBrowser(context, account.id);
  else unmarkNewcomersBrowser(context, account);
}

/**
 * Ends another member's session in this browser: its cookie is replaced, so nobody could sign out
 * there anymore, and their push messages would still be shown. [U6] [P10]
 */
async function endReplaced(
  { credential, services: { db } }: RequestContext,
  { id }: AccountRow,
): Promise<void> {
  if (credential?.by !== 'token') return;
  const earlier = await findHolder(db, credential);
  if (!earlier || earlier.id === id) return;
  await db.drizzle.transaction((tx) =>
    endSession(tx, { userId: earlier.id, sessionId: earlier.session_id }),
  );
}

/** The session of an API client, with a fresh access token. [U7] [U14] */
export async function signTokens(
  { services }: RequestContext,
  account: AccountRow,
  refreshToken: string,
): Promise<Session> {
  const expiresAt = new Date(services.clock.now().getTime() + ACCESS_MS);
  const claims = {
    sub: account.id,
    sid: account.session_id,
    expiresAt,
    aal: levelOf(account).aal,
    awaitsFactor: account.session_awaits_factor,
    proofs: proofsOf(account),
  };
  return {
    access_token: await services.auth.keys.sign(claims),
    refresh_token: refreshToken,
    expires_at: Math.floor(expiresAt.getTime() / 1000),
    ...levelOf(account),
    user: presentAccount(account),
  };
}

/** The ways a member proved their identity, latest first, in GoTrue's format. [U13] */
function proofsOf(account: AccountRow) {
  const { session_factor_method: method, session_factor_at: at } = account;
  const { session_method } = account;
  // GoTrue uses one word for codes, by email or text.
  const first = {
    method: session_method === 'sms' ? 'otp' : session_method,
    at: account.session_proved_at,
  };
  if (!method || !at || method === first.method) return [first];
  return [{ method, at }, first];
}
