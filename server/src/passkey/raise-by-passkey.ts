import { eq } from 'drizzle-orm';
import type { Queries } from '../db/client.ts';
import { authSession } from '../db/schema/account.ts';
import type { Services } from '../services.ts';
import { refusal } from '../transport/refusal.ts';

type Raised = {
  sessionId: string;
  /** Whether it also permits changes of factors for 10 minutes. */
  isProof: boolean;
};

/**
 * Raises a live session to aal2 after adding or using a passkey. It keeps its token, because the
 * old token could do nothing less. Throws UNAUTHORIZED for one that has ended. [U10] [U13]
 */
export async function raiseByPasskey(
  tx: Queries,
  { clock }: Pick<Services, 'clock'>,
  { sessionId, isProof }: Raised,
): Promise<void> {
  const now = clock.now();
  const raised = await tx
    .update(authSession)
    .set({
      factorMethod: 'passkey',
      factorAt: now,
      admitsStaff: true,
      ...(isProof && { confirmedAt: now }),
    })
    .where(eq(authSession.id, sessionId))
    .returning({ id: authSession.id });
  if (raised.length === 0) throw refusal('UNAUTHORIZED');
}
