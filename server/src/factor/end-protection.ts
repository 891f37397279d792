import { and, eq, ne } from 'drizzle-orm';
import type { LockedAccount } from '../account/policy.ts';
import type { Queries } from '../db/client.ts';
import { authSession } from '../db/schema/account.ts';
import { recoveryCode } from '../db/schema/factor.ts';
import type { Services } from '../services.ts';
import { hasFactor } from './policy.ts';

/**
 * After a factor was removed: if no other is left, there is nothing to recover, and only a passkey
 * gives aal2. Returns whether it was the last. [U13]
 */
export async function endProtection(
  tx: Queries,
  { id }: LockedAccount,
  { env }: Pick<Services, 'env'>,
): Promise<boolean> {
  if (await hasFactor(tx, id)) return false;
  await tx.delete(recoveryCode).where(eq(recoveryCode.userId, id));
  await tx
    .update(authSession)
    .set({ factorMethod: null, factorAt: null, admitsStaff: env.mode === 'demo' })
    .where(and(eq(authSession.userId, id), ne(authSession.factorMethod, 'passkey')));
  return true;
}
