import { eq } from 'drizzle-orm';
import type { Queries } from '../../db/client.ts';
import { authUser } from '../../db/schema/account.ts';
import type { LockedAccount } from '../policy.ts';
import { clearPrepared } from '../takeover/clear-access.ts';

/** Notes that a member reads the mailbox of their account. [U1] */
export async function markConfirmed(tx: Queries, userId: string): Promise<void> {
  await tx.update(authUser).set({ emailVerified: true }).where(eq(authUser.id, userId));
}

/**
 * Notes that somebody outside of a locked account's sessions reads its mailbox. If nobody had
 * confirmed the address, the person who signed up may have entered somebody else's: whatever they
 * set up must not open, watch or lock the account, which now belongs to the mailbox. Returns
 * whether that has ended their sessions. [U1]
 */
export async function confirmMailbox(tx: Queries, account: LockedAccount): Promise<boolean> {
  await markConfirmed(tx, account.id);
  if (!account.hasToConfirm) return false;
  await clearPrepared(tx, account);
  return true;
}
