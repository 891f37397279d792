import { and, eq } from 'drizzle-orm';
import type { Queries } from '../db/client.ts';
import { invites } from '../db/schema/invite.ts';
import { refusal } from '../transport/refusal.ts';
import { IS_VALID_INVITE } from './policy.ts';

/**
 * Uses up an invite for a member created in the same transaction. Of concurrent attempts the
 * first wins; the others wait for it and throw INVALID_INVITE. [U1]
 */
export async function consumeInvite(tx: Queries, code: string, usedBy: string): Promise<void> {
  const used = await tx
    .update(invites)
    .set({ used_at: new Date(), used_by: usedBy })
    .where(and(eq(invites.code, code), IS_VALID_INVITE))
    .returning({ id: invites.id });
  if (used.length === 0) throw refusal('INVALID_INVITE');
}
