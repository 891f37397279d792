import type { SecurityEventKind } from '@kindpal/contract/security/schema';
import { and, eq } from 'drizzle-orm';
import type { LockedAccount } from '../account/policy.ts';
import type { Queries } from '../db/client.ts';
import { factor, recoveryCode } from '../db/schema/factor.ts';

/** What tells that somebody else has recovery codes, or was aal2 and could make new ones. */
const TAINTS_CODES: readonly SecurityEventKind[] = [
  'factor_added',
  'passkey_added',
  'recovery_codes_made',
  'recovery_code_used',
];

/**
 * Takes away what somebody else could still sign in with: the factor that was added in an event which
 * its member disowns, and recovery codes. Factors from before stay. [U13]
 */
export async function disownFactor(
  tx: Queries,
  { id: userId }: LockedAccount,
  event: { id: string; kind: SecurityEventKind },
): Promise<void> {
  if (!TAINTS_CODES.includes(event.kind)) return;
  await tx.delete(factor).where(and(eq(factor.userId, userId), eq(factor.eventId, event.id)));
  await tx.delete(recoveryCode).where(eq(recoveryCode.userId, userId));
}
