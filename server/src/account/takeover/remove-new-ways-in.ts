import { and, eq, gt } from 'drizzle-orm';
import type { RequestContext } from '../../access/context.ts';
import type { Queries } from '../../db/client.ts';
import { authAccount, authUser } from '../../db/schema/account.ts';
import { passkey } from '../../db/schema/passkey.ts';
import { removeFactorsSince } from '../../factor/disown-factor.ts';
import { endProtection } from '../../factor/end-protection.ts';
import { lowerSessions } from '../../passkey/lower-sessions.ts';
import { isNewPasskeyOf } from '../../passkey/policy.ts';
import { noteSecurityEvent } from '../../security/note-security-event.ts';
import { hintOf } from '../../sms/phone-number.ts';
import { nameOf } from '../../sso/link-identity.ts';
import { findPhone } from '../phone/change-phone.ts';
import type { LockedAccount } from '../policy.ts';
import { isOutsideIdentityOf } from '../session/credential.ts';
import { newSince } from './new-since.ts';

/**
 * Removes the ways to sign in and the second factors that a member's account got within 72 hours,
 * as part of a reset: somebody else may have added them. The identity that a member joined with
 * stays. Returns what each is called, for the email about the new password. [U5] [U12] [U13]
 */
export async function removeNewWaysIn(
  tx: Queries,
  account: LockedAccount,
  context: RequestContext,
): Promise<string[]> {
  const { id: userId } = account;
  const passkeys = await removePasskeys(tx, userId, context);
  const identities = await unlinkIdentities(tx, userId, context);
  const phones = await removePhone(tx, userId, context);
  const factors = await removeFactors(tx, account, context);
  for (const [kind, names] of [
    ['passkey_removed', passkeys],
    ['identity_unlinked', identities],
    ['phone_removed', phones],
    ['factor_removed', factors],
  ] as const) {
    for (const detail of names) await noteSecurityEvent(tx, { userId, kind, detail }, context);
  }
  return [...passkeys, ...identities, ...phones, ...factors];
}

async function removePasskeys(
  tx: Queries,
  userId: string,
  { services }: RequestContext,
): Promise<string[]> {
  const removed = await tx
    .delete(passkey)
    .where(isNewPasskeyOf(services, userId))
    .returning({ name: passkey.friendlyName });
  if (removed.length > 0) await lowerSessions(tx, userId, services);
  return removed.map(({ name }) => name);
}

async function unlinkIdentities(
  tx: Queries,
  userId: string,
  context: RequestContext,
): Promise<string[]> {
  const joinedAt = tx
    .select({ at: authUser.createdAt })
    .from(authUser)
    .where(eq(authUser.id, userId));
  const removed = await tx
    .delete(authAccount)
    .where(
      and(
        isOutsideIdentityOf(userId),
        gt(authAccount.createdAt, newSince(context.services)),
        gt(authAccount.createdAt, joinedAt),
      ),
    )
    .returning({ providerId: authAccount.providerId });
  return removed.map(({ providerId }) => nameOf(context, providerId));
}

async function removePhone(
  tx: Queries,
  userId: string,
  { services }: RequestContext,
): Promise<string[]> {
  const phone = await findPhone(tx, userId);
  const removed = await tx
    .update(authUser)
    .set({ phone: null, phoneConfirmedAt: null })
    .where(and(eq(authUser.id, userId), gt(authUser.phoneConfirmedAt, newSince(services))))
    .returning({ id: authUser.id });
  return phone !== null && removed.length > 0 ? [hintOf(phone)] : [];
}

const FACTOR_NAMES = { totp: 'Authenticator app', phone: 'Phone for codes' };

async function removeFactors(
  tx: Queries,
  account: LockedAccount,
  { services }: RequestContext,
): Promise<string[]> {
  const removed = await removeFactorsSince(tx, account.id, newSince(services));
  if (removed.length > 0) await endProtection(tx, account, services);
  return removed.map(({ friendlyName, factorType }) => friendlyName ?? FACTOR_NAMES[factorType]);
}
