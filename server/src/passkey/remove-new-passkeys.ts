import type { RequestContext } from '../access/context.ts';
import type { LockedAccount } from '../account/policy.ts';
import type { Queries } from '../db/client.ts';
import { passkey } from '../db/schema/passkey.ts';
import { noteSecurityEvent } from '../security/note-security-event.ts';
import { lowerSessions } from './lower-sessions.ts';
import { isNewPasskeyOf } from './policy.ts';

/**
 * Removes the passkeys that a member's account got within 72 hours, as part of a reset: somebody
 * else may have added them. Returns their names, for the email about the new password. [U5] [U13]
 */
export async function removeNewPasskeys(
  tx: Queries,
  { id: userId }: LockedAccount,
  context: RequestContext,
): Promise<string[]> {
  const removed = await tx
    .delete(passkey)
    .where(isNewPasskeyOf(context.services, userId))
    .returning({ name: passkey.friendlyName });
  if (removed.length === 0) return [];
  await lowerSessions(tx, userId, context.services);
  for (const { name: detail } of removed) {
    await noteSecurityEvent(tx, { userId, kind: 'passkey_removed', detail }, context);
  }
  return removed.map(({ name }) => name);
}
