import { and, eq } from 'drizzle-orm';
import type { Queries } from '../db/client.ts';
import { invites } from '../db/schema/invite.ts';
import { refusal } from '../transport/refusal.ts';
import { IS_VALID_INVITE } from './policy.ts';

/**
 * Uses an invite up for a member who is about to be written in the same transaction. Of any number
 * at once the first to get here wins; the others wait for it and then throw INVALID_INVITE. [U1]
 */
export async function consumeInvite(tx: Queries, code: string, usedBy: string): Promise<void> {
  const used = await tx
    .update(invites)
    .set({ used_at: new Date(), used_by: usedBy })
    .where(and(eq(invites.code, code), IS_VALID_INVITE))
    .returning({ id: invites.id });
  if (used.length === 0) throw refusal('INVALID_INVITE');
}
