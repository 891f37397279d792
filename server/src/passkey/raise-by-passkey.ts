import { eq } from 'drizzle-orm';
import type { Actor } from '../access/actor.ts';
import type { Queries } from '../db/client.ts';
import { authSession } from '../db/schema/account.ts';
import type { Services } from '../services.ts';
import { refusal } from '../transport/refusal.ts';

/**
 * Raises a live session to aal2 after using a passkey. It keeps its token, because the old token
 * could do nothing less. Throws UNAUTHORIZED for one that has ended. [U10] [U13]
 */
export async function raiseByPasskey(
  tx: Queries,
  { clock }: Pick<Services, 'clock'>,
  { session_id }: Pick<Actor, 'session_id'>,
): Promise<void> {
  const now = clock.now();
  const raised = await tx
    .update(authSession)
    .set({ factorMethod: 'passkey', factorAt: now, admitsStaff: true, confirmedAt: now })
    .where(eq(authSession.id, session_id))
    .returning({ id: authSession.id });
  if (raised.length === 0) throw refusal('UNAUTHORIZED');
}
