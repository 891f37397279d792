import type { Account, Session } from '@kindpal/contract/account/schema';
import { decodeJwt } from 'jose';
import type { MemberContext, RequestContext } from '../access/context.ts';
import { refusal } from '../wire/refusal.ts';
import { clearCookies } from './client.ts';
import { presentAccount, presentBrowserSession } from './present.ts';
import { findAccount } from './queries.ts';

type Call<Context> = { context: Context };

/** The session that the caller comes with, or null. A dead cookie is taken out of the browser. [U7] */
export async function getSession({
  context,
}: Call<RequestContext>): Promise<{ session: Session | null }> {
  const { credential, request, services } = context;
  const account = credential && (await findAccount(services.db, credential));
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

/** The signed-in account. [U10] */
export async function getUser({ context }: Call<MemberContext>): Promise<Account> {
  const { credential, services } = context;
  const account = credential && (await findAccount(services.db, credential));
  if (!account) throw refusal('UNAUTHORIZED');
  return presentAccount(account);
}
