import { eq, sql } from 'drizzle-orm';
import { type Authorized, authorize } from '../access/authorized.ts';
import type { Queries } from '../db/client.ts';
import { authUser } from '../db/schema/account.ts';
import { users } from '../db/schema/member.ts';

/*
 * Anybody may sign in, ask for a code or a reset link, and redeem what was mailed; joining needs an
 * invite. A code signs in where it was asked for, the link beside it elsewhere after a click.
 * A member changes only their own account. A new password needs the current one, or a link mailed
 * to them. A new address needs the current password, and counts once its mailbox has confirmed; for
 * 72 hours the old mailbox can undo it. Soon after signing in, a code mailed to the session replaces
 * the current password. A suspended member can do none of this, except take their address back.
 */

type Account = { id: string; email: string; isSuspended: boolean };
/** An account that this transaction has locked: what changes its parts takes nothing else. */
export type LockedAccount = Authorized<Account, 'lock'>;

/**
 * Locks a member's account against other changes of it; null for one that is not there. Everything
 * that changes an account begins here: two that lock its parts in turn would wait for each other.
 */
export async function lockAccount(tx: Queries, userId: string): Promise<LockedAccount | null> {
  const suspended = sql<boolean>`exists (select from ${users}
    where ${users.id} = ${authUser.id} and ${users.suspended_at} is not null)`;
  const [row] = await tx
    .select({ id: authUser.id, email: authUser.email, isSuspended: suspended })
    .from(authUser)
    .where(eq(authUser.id, userId))
    .for('update');
  return row ? authorize(row, 'lock') : null;
}

/** The same for what a suspended member may not do; null for theirs. */
export async function lockActiveAccount(
  tx: Queries,
  userId: string,
): Promise<LockedAccount | null> {
  const account = await lockAccount(tx, userId);
  return account?.isSuspended ? null : account;
}
