import { eq } from 'drizzle-orm';
import { type Authorized, authorize } from '../access/authorized.ts';
import type { Queries } from '../db/client.ts';
import { authUser } from '../db/schema/account.ts';
import { users } from '../db/schema/member.ts';
import { refusal } from '../transport/refusal.ts';
import type { AccountRow } from './queries.ts';
import { hasToConfirm } from './sign-up/has-to-confirm.ts';

/*
 * Anybody may sign in, ask for a code or a reset link, and redeem what was mailed to them; joining
 * needs an invite. A code works only where it was requested, the link in the same email elsewhere
 * after a click. Members change only their own account. A new password needs the current one, or a
 * mailed link. A new address needs the current password, and takes effect once its mailbox has
 * confirmed; for 72 hours the old mailbox can undo it. A passkey added more than 72 hours ago can
 * replace the current password, and so can, soon after signing in, a code mailed to the session. A
 * suspended member can do none of this, except undo a change of their address.
 */

type Account = { id: string; email: string; hasToConfirm: boolean; isSuspended: boolean };
/** An account locked by this transaction; changes to its rows need no other lock. */
export type LockedAccount = Authorized<Account, 'lock'>;

/**
 * Locks a member's account; null if it does not exist. Every change of an account starts here,
 * because locking its rows in different orders would deadlock. The member comes first, as in a
 * change of their profile: rows that are stored later refer to both.
 */
export async function lockAccount(tx: Queries, userId: string): Promise<LockedAccount | null> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('key share');
  const [row] = await tx
    .select({ id: authUser.id, email: authUser.email, hasToConfirm })
    .from(authUser)
    .where(eq(authUser.id, userId))
    .for('update');
  // Read after waiting for the lock: joined above, it would be as old as the start of the wait.
  const [member] = await tx
    .select({ suspendedAt: users.suspended_at })
    .from(users)
    .where(eq(users.id, userId));
  if (!row || !member) return null;
  return authorize({ ...row, isSuspended: member.suspendedAt !== null }, 'lock');
}

/** The same for actions that are not allowed while suspended; null for a suspended member. */
export async function lockActiveAccount(
  tx: Queries,
  userId: string,
): Promise<LockedAccount | null> {
  const account = await lockAccount(tx, userId);
  return account?.isSuspended ? null : account;
}

/**
 * Throws INSUFFICIENT_AAL when a second factor protects the account and this session has not used
 * one. [U13]
 */
export function requireLevel({
  factors,
  session_factor_at,
}: Pick<AccountRow, 'factors' | 'session_factor_at'>): void {
  const isProtected = factors.some(({ status }) => status === 'verified');
  if (isProtected && !session_factor_at) throw refusal('INSUFFICIENT_AAL');
}
