import type { Account, Session } from '@kindpal/contract/account/schema';
import { decodeJwt } from 'jose';
import type { RequestContext } from '../access/context.ts';
import type { Services } from '../services.ts';
import { refusal } from '../transport/refusal.ts';
import { clearCookies, hasHint } from './client.ts';
import { endSession } from './end-sessions.ts';
import { presentAccount, presentBrowserSession } from './present.ts';
import { findAccount } from './queries.ts';

type Call<Context> = { context: Context };

/**
 * The session that the caller comes with, or null. A dead cookie is taken out of the browser; a
 * session that a page has signed out of, while the answer to that was lost, ends. [U6] [U7]
 */
export async function getSession({
  context,
}: Call<RequestContext>): Promise<{ session: Session | null }> {
  const { credential, request, services } = context;
  const account = credential && (await findAccount(services.db, credential));
  // Nobody is signed in yet: the window that asks for the second factor holds on to it.
  if (account?.session_awaits_factor) return { session: null };
  if (account && isLeftBehind(context)) {
    const own = { userId: account.id, sessionId: account.session_id };
    await services.db.drizzle.transaction((tx) => endSession(tx, own));
    clearCookies(context);
    return { session: null };
  }
  if (!account) {
    if (request.headers.cookie?.includes(services.auth.cookie.name)) clearCookies(context);
    return { session: null };
  }
  const session = presentBrowserSession(account, services.clock.now());
  if (credential.by === 'token') return { session };
  // The caller's own token says when it ends; it was verified when the credential was read.
  const { exp } = decodeJwt(request.headers.authorization?.split(' ')[1] ?? '');
  return { session: { ...session, expires_at: exp ?? session.expires_at } };
}

/**
 * The session of the cookies that a page is asked for with, or null; changes nothing. A cookie that a
 * page has signed out of counts for none, as in `getSession`. [U7]
 */
export async function findPageSession(
  { auth, db, clock }: Services,
  cookies: string,
): Promise<Session | null> {
  const token = hasHint(cookies) ? auth.cookie.read(cookies) : null;
  const account = token && (await findAccount(db, { by: 'token', value: token }));
  if (!account || account.session_awaits_factor) return null;
  return presentBrowserSession(account, clock.now());
}

/** Pages drop the cookie that they can read when they sign out; only their own requests count. */
function isLeftBehind({ credential, request: { headers } }: RequestContext): boolean {
  const isPage = headers['sec-fetch-site'] === 'same-origin';
  return credential?.by === 'token' && isPage && !hasHint(headers.cookie ?? '');
}

/** The signed-in account; also, cut short, while its session waits for a second factor. [U10] [U13] */
export async function getUser({ context }: Call<RequestContext>): Promise<Account> {
  const { credential, services } = context;
  const account = credential && (await findAccount(services.db, credential));
  if (!account) throw refusal('UNAUTHORIZED');
  return presentAccount(account);
}
