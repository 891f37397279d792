import { eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type Authorized, authorize } from '../access/authorized.ts';
import type { Queries } from '../db/client.ts';
import { authUser } from '../db/schema/account.ts';
import { users } from '../db/schema/member.ts';
import { refusal } from '../transport/refusal.ts';
import type { AccountRow } from './queries.ts';

/*
 * Anybody may sign in, ask for a code or a reset link, and redeem what was mailed to them; joining
 * needs an invite. A code works only where it was requested, the link in the same email elsewhere
 * after a click. Members change only their own account. A new password needs the current one, or a
 * mailed link. A new address needs the current password, and takes effect once its mailbox has
 * confirmed; for 72 hours the old mailbox can undo it. A passkey can replace the current password
 * and so can, soon after signing in, a code mailed to the session. A suspended member can do none
 * of this, except undo a change of their address.
 */

type Account = { id: string; email: string; isSuspended: boolean };
/** An account locked by this transaction; changes to its rows need no other lock. */
export type LockedAccount = Authorized<Account, 'lock'>;

/**
 * Locks a member's account; null if it does not exist. Every change of an account starts here,
 * because locking its rows in different orders would deadlock.
 */
export async function lockAccount(tx: Queries, userId: string): Promise<LockedAccount | null> {
  // FOR UPDATE OF does not accept a schema-qualified table name.
  const account = alias(authUser, 'account');
  const [row] = await tx
    .select({ id: account.id, email: account.email, suspendedAt: users.suspended_at })
    .from(account)
    .innerJoin(users, eq(users.id, account.id))
    .where(eq(account.id, userId))
    .for('update', { of: account });
  if (!row) return null;
  const { id, email, suspendedAt } = row;
  return authorize({ id, email, isSuspended: suspendedAt !== null }, 'lock');
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
