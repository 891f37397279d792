import type { SecurityEventKind } from '@kindpal/contract/security/schema';
import { and, eq, gte, inArray, or, type SQL } from 'drizzle-orm';
import type { LockedAccount } from '../account/policy.ts';
import type { Queries } from '../db/client.ts';
import { factor, recoveryCode } from '../db/schema/factor.ts';
import { securityEvent } from '../db/schema/security.ts';

/**
 * Events that show that somebody else has the recovery codes, or was aal2 and could make new
 * ones.
 */
const TAINTS_CODES: readonly SecurityEventKind[] = [
  'factor_added',
  'passkey_added',
  'recovery_codes_made',
  'recovery_code_used',
];

/**
 * Removes every way that an intruder could still sign in: factors added `since` they first acted,
 * and recovery codes made or known then. Any intruder could add a factor next, so it does not
 * matter which of the emails the member reacts to. Earlier factors stay. [U13]
 */
export async function disownFactors(
  tx: Queries,
  { id: userId }: LockedAccount,
  since: SQL | Date,
): Promise<void> {
  await removeFactorsSince(tx, userId, since);
  const [tainted] = await tx
    .select({ id: securityEvent.id })
    .from(securityEvent)
    .where(
      and(
        eq(securityEvent.userId, userId),
        gte(securityEvent.createdAt, since),
        inArray(securityEvent.kind, [...TAINTS_CODES]),
      ),
    )
    .limit(1);
  if (tainted) await tx.delete(recoveryCode).where(eq(recoveryCode.userId, userId));
}

/** Removes the factors that a member added since then, and returns those that were in use. */
export async function removeFactorsSince(
  tx: Queries,
  userId: string,
  since: SQL | Date,
): Promise<(typeof factor.$inferSelect)[]> {
  const eventsSince = tx
    .select({ id: securityEvent.id })
    .from(securityEvent)
    .where(and(eq(securityEvent.userId, userId), gte(securityEvent.createdAt, since)));
  const removed = await tx
    .delete(factor)
    .where(
      and(
        eq(factor.userId, userId),
        // An app is enrolled before the event that activates it.
        or(gte(factor.createdAt, since), inArray(factor.eventId, eventsSince)),
      ),
    )
    .returning();
  return removed.filter(({ status }) => status === 'verified');
}
