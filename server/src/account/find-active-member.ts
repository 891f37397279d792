import { and, eq, exists, isNull, sql } from 'drizzle-orm';
import type { Queries } from '../db/client.ts';
import { authUser } from '../db/schema/account.ts';
import { users } from '../db/schema/member.ts';

/**
 * The member whose address this is, in any case; undefined if unknown or suspended. Locks the
 * account until the transaction ends: a link or code made while the change to this address is being
 * undone would outlive the undo, which cancels all others.
 */
export async function findActiveMember(queries: Queries, email: string) {
  const isActive = queries
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, authUser.id), isNull(users.suspended_at)));
  const [member] = await queries
    .select({ id: authUser.id, email: authUser.email, isConfirmed: authUser.emailVerified })
    .from(authUser)
    .where(and(sql`lower(${authUser.email}) = lower(${email})`, exists(isActive)))
    .for('key share');
  return member;
}
