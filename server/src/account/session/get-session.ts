import type { Account, Session } from '@kindpal/contract/account/schema';
import { decodeJwt } from 'jose';
import type { RequestContext } from '../../access/context.ts';
import type { Services } from '../../services.ts';
import { refusal } from '../../transport/refusal.ts';
import { clearCookies, hasCookie, hasHint, setCookies } from '../client.ts';
import { presentAccount, presentBrowserSession } from '../present.ts';
import { findAccount } from '../queries.ts';
import { unmarkNewcomersBrowser } from '../sign-up/newcomers-browser.ts';
import { endLeftBehind } from './end-left-behind.ts';

type Call<Context> = { context: Context };

/**
 * The caller's session, or null. Removes an expired cookie from the browser, and the mark of a
 * newcomer who has confirmed their address, and ends a session whose page has signed out without
 * reaching the server. [U6] [U7]
 */
export async function getSession({
  context,
}: Call<RequestContext>): Promise<{ session: Session | null }> {
  const { credential, services } = context;
  if (await endLeftBehind(context)) return { session: null };
  const account = credential && (await findAccount(services.db, credential));
  // Nobody is signed in yet; the tab that asks for the second factor keeps the session.
  if (account?.session_awaits_factor) return { session: null };
  if (!account) {
    if (hasCookie(context)) clearCookies(context);
    return { session: null };
  }
  unmarkNewcomersBrowser(context, account);
  const session = presentBrowserSession(account, services.clock.now());
  if (credential.by === 'token') {
    if (hasCookie(context, { isEarlier: true })) setCookies(context, credential.value);
    return { session };
  }
  // The caller's own token contains its expiry; it was verified when the credential was read.
  const { exp } = decodeJwt(context.request.headers.authorization?.split(' ')[1] ?? '');
  return { session: { ...session, expires_at: exp ?? session.expires_at } };
}

/**
 * The session for the cookies of a page request, or null; changes nothing. As in `getSession`, a
 * cookie that a page has signed out of does not count. [U7]
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

/** The signed-in account; reduced while its session waits for a second factor. [U10] [U13] */
export async function getUser({ context }: Call<RequestContext>): Promise<Account> {
  const { credential, services } = context;
  const account = credential && (await findAccount(services.db, credential));
  if (!account) throw refusal('UNAUTHORIZED');
  return presentAccount(account);
}
