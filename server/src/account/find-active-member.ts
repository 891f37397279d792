import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Queries } from '../db/client.ts';
import { authUser } from '../db/schema/account.ts';
import { users } from '../db/schema/member.ts';

/** The member whose address this is, in any case; undefined if unknown or suspended. */
export async function findActiveMember(queries: Queries, email: string) {
  const [member] = await queries
    .select({ id: authUser.id, email: authUser.email, isConfirmed: authUser.emailVerified })
    .from(authUser)
    .innerJoin(users, eq(users.id, authUser.id))
    .where(and(sql`lower(${authUser.email}) = lower(${email})`, isNull(users.suspended_at)));
  return member;
}
