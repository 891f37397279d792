import { and, eq, gt, isNotNull, lte, or, sql } from 'drizzle-orm';
import type { LockedAccount } from '../account/policy.ts';
import { newSince } from '../account/takeover/new-since.ts';
import type { Queries } from '../db/client.ts';
import { authAccount, authSession, authUser } from '../db/schema/account.ts';
import { passkey } from '../db/schema/passkey.ts';
import type { Services } from '../services.ts';
import { refusal } from '../transport/refusal.ts';
import type { PasskeyRow } from './queries.ts';

/*
 * Anybody may start signing in with a passkey; only the passkey says which account it opens.
 * Members see, name and use only their own passkeys; others' do not exist for them. Adding or
 * removing one requires the same as changing a second factor (`lockForFactors`). A passkey always
 * requires a fingerprint, a face or a PIN, so using it raises a session to aal2. Having one changes
 * nothing else: the password still works as before. For 72 hours a new passkey only signs in, and
 * is no proof of identity: a stolen session may have added it. The last sign-in method can't be
 * removed: a password, another passkey, an outside identity or a confirmed mailbox. Staff never see
 * passkeys; a super admin's reset of second factors removes them.
 */

/** Throws LAST_WAY_IN when a locked account has no sign-in method left. [U13] */
export async function requireWayIn(tx: Queries, account: LockedAccount): Promise<void> {
  if (!(await hasWayIn(tx, account))) throw refusal('LAST_WAY_IN');
}

/**
 * Whether a locked account has a sign-in method: a password, a passkey, an outside identity, a
 * mailbox. [U12] [U13]
 */
export async function hasWayIn(tx: Queries, { id }: LockedAccount): Promise<boolean> {
  const [left] = await tx
    .select({
      hasWay: sql<boolean>`${authUser.emailVerified}
        or exists (select from ${passkey} where ${eq(passkey.userId, authUser.id)})
        or exists (select from ${authAccount} where ${and(
          eq(authAccount.userId, authUser.id),
          or(isNotNull(authAccount.password), isNotNull(authAccount.issuer)),
        )})`,
    })
    .from(authUser)
    .where(eq(authUser.id, id));
  return left?.hasWay ?? false;
}

/** Whether a passkey is too new to prove its member's identity. [U10] */
export const isTooNew = (services: Pick<Services, 'clock'>, { createdAt }: PasskeyRow): boolean =>
  createdAt > newSince(services);

/** The passkeys of a member that are too new, as a WHERE. [U10] */
export const isNewPasskeyOf = (services: Pick<Services, 'clock'>, userId: string) =>
  and(eq(passkey.userId, userId), gt(passkey.createdAt, newSince(services)));

/** The passkeys of a member that prove their identity, as a WHERE. [U10] */
export const isProofOf = (services: Pick<Services, 'clock'>, userId: string) =>
  and(eq(passkey.userId, userId), lte(passkey.createdAt, newSince(services)));

/** A passkey of this member, as a WHERE; no row for somebody else's. */
export const isOwnPasskey = (id: string, userId: string) =>
  and(eq(passkey.id, id), eq(passkey.userId, userId));

/** The sessions of a member that were raised by a passkey, as a WHERE. */
export const raisedByPasskey = (userId: string) =>
  and(eq(authSession.userId, userId), eq(authSession.factorMethod, 'passkey'));
