import { IDENTITIES_MAX } from '@kindpal/contract/sso/schema';
import { and, count, eq, sql } from 'drizzle-orm';
import type { RequestContext } from '../access/context.ts';
import { type LockedAccount, lockActiveAccount } from '../account/policy.ts';
import { isOutsideIdentityOf } from '../account/session/credential.ts';
import type { Queries } from '../db/client.ts';
import { authAccount } from '../db/schema/account.ts';
import { identityLinkedMail } from '../mail/mails/identity-changed.ts';
import { mailEvent } from '../security/mail-event.ts';
import { refusal } from '../transport/refusal.ts';
import { findLinkingSession, type Returned } from './flows.ts';

/** The locked account to link an identity to, and the session that asked for it. */
export type Linking = { account: LockedAccount; token: string };

/**
 * Locks the account whose session asked to link the identity of this code; null for any other
 * code. A page's own session must be that one: another browser that opened the provider's page
 * links nothing. [U12]
 */
export async function lockForLink(
  tx: Queries,
  { credential }: RequestContext,
  code: string,
): Promise<Linking | null> {
  const session = await findLinkingSession(tx, code);
  if (!session) return null;
  const isOther = credential?.by === 'token' && credential.value !== session.token;
  const account = isOther ? null : await lockActiveAccount(tx, session.userId);
  const isAlive = account && (await findLinkingSession(tx, code));
  return isAlive ? { account, token: session.token } : null;
}

/**
 * Links an identity to the member whose session asked for it, and emails them; returns the token
 * of that session, which continues unchanged. [U12] Throws PROVIDER_EMAIL_NOT_VERIFIED,
 * IDENTITY_ALREADY_EXISTS, TOO_MANY_IDENTITIES.
 */
export async function linkIdentity(
  tx: Queries,
  context: RequestContext,
  { flow, linking: { account, token } }: { flow: Returned; linking: Linking },
): Promise<string> {
  const { identity } = flow;
  const { id: userId } = account;
  if (identity.email === null) throw refusal('PROVIDER_EMAIL_NOT_VERIFIED');
  const [known] = await tx
    .select({ userId: authAccount.userId })
    .from(authAccount)
    .where(and(eq(authAccount.issuer, identity.issuer), eq(authAccount.accountId, identity.sub)));
  if (known?.userId === userId) return token;
  if (known) throw refusal('IDENTITY_ALREADY_EXISTS');
  const [own] = await tx
    .select({ count: count() })
    .from(authAccount)
    .where(isOutsideIdentityOf(userId));
  if ((own?.count ?? 0) >= IDENTITIES_MAX) throw refusal('TOO_MANY_IDENTITIES');
  await insertIdentity(tx, flow, userId);
  const name = nameOf(context, flow.providerId);
  const event = { account, kind: 'identity_linked' as const, detail: name };
  await mailEvent(tx, event, context, (disown) =>
    identityLinkedMail(context.services.env, { to: account.email, name, token: disown }),
  );
  return token;
}

/** Stores a provider's identity as a sign-in method. */
export async function insertIdentity(
  tx: Queries,
  { providerId, identity }: Returned,
  userId: string,
): Promise<void> {
  const { issuer, sub: accountId, email } = identity;
  await tx
    .insert(authAccount)
    .values({ userId, providerId, issuer, accountId, email, lastUsedAt: sql`now()` });
}

/** The provider's name, even if the settings no longer contain it. */
export function nameOf({ services }: RequestContext, providerId: string): string {
  return services.env.signInProviders.find(({ id }) => id === providerId)?.name ?? providerId;
}
