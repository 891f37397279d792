import type { Queries } from '../db/client.ts';
import { authSession } from '../db/schema/account.ts';
import type { Services } from '../services.ts';
import { raisedByPasskey } from './policy.ts';
import { listOwnPasskeys } from './queries.ts';

/** Lowers sessions to aal1 again when their member has no passkey left that raised them. [U13] */
export async function lowerSessions(
  tx: Queries,
  userId: string,
  { env }: Pick<Services, 'env'>,
): Promise<void> {
  if ((await listOwnPasskeys(tx, userId)).length > 0) return;
  await tx
    .update(authSession)
    .set({ factorMethod: null, factorAt: null, admitsStaff: env.mode === 'demo' })
    .where(raisedByPasskey(userId));
}
