import { eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type Authorized, authorize } from '../access/authorized.ts';
import type { Queries } from '../db/client.ts';
import { authUser } from '../db/schema/account.ts';
import { users } from '../db/schema/member.ts';
import { refusal } from '../transport/refusal.ts';
import type { AccountRow } from './queries.ts';

/*
 * Anybody may sign in, ask for a code or a reset link, and redeem what was mailed; joining needs an
 * invite. A code signs in where it was asked for, the link beside it elsewhere after a click.
 * A member changes only their own account. A new password needs the current one, or a link mailed
 * to them. A new address needs the current password, and counts once its mailbox has confirmed; for
 * 72 hours the old mailbox can undo it. A passkey replaces the current password, and so does, soon after
 * signing in, a code mailed to the session. A suspended member can do none of this, except take their address back.
 */

type Account = { id: string; email: string; isSuspended: boolean };
/** An account that this transaction has locked: what changes its parts takes nothing else. */
export type LockedAccount = Authorized<Account, 'lock'>;

/**
 * Locks a member's account against other changes of it; null for one that is not there. Everything
 * that changes an account begins here: two that lock its parts in turn would wait for each other.
 */
export async function lockAccount(tx: Queries, userId: string): Promise<LockedAccount | null> {
  // A lock names its table without a schema.
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

/** The same for what a suspended member may not do; null for theirs. */
export async function lockActiveAccount(
  tx: Queries,
  userId: string,
): Promise<LockedAccount | null> {
  const account = await lockAccount(tx, userId);
  return account?.isSuspended ? null : account;
}

/** Throws INSUFFICIENT_AAL where a second factor protects the account and this session has shown none. [U13] */
export function requireLevel({
  factors,
  session_factor_at,
}: Pick<AccountRow, 'factors' | 'session_factor_at'>): void {
  const isProtected = factors.some(({ status }) => status === 'verified');
  if (isProtected && !session_factor_at) throw refusal('INSUFFICIENT_AAL');
}
