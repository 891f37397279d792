import { and, eq, sql } from 'drizzle-orm';
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

/** Locks a member's account against other changes of it; null for one that is suspended. */
export async function lockAccount(tx: Queries, userId: string): Promise<{ email: string } | null> {
  const isWelcome = sql`exists (select from ${users}
    where ${users.id} = ${authUser.id} and ${users.suspended_at} is null)`;
  const [row] = await tx
    .select({ email: authUser.email })
    .from(authUser)
    .where(and(eq(authUser.id, userId), isWelcome))
    .for('update');
  return row ?? null;
}
