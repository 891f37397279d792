import { desc, eq } from 'drizzle-orm';
import { lockMembers } from '../access/hold-member.ts';
import type { Queries } from '../db/client.ts';
import { identityChecks } from '../db/schema/identity.ts';

export type IdentityRow = typeof identityChecks.$inferSelect;

/** A member's latest check, or null. */
export async function findLatestCheck(
  queries: Queries,
  memberId: string,
): Promise<IdentityRow | null> {
  const [row] = await queries
    .select()
    .from(identityChecks)
    .where(eq(identityChecks.member_id, memberId))
    .orderBy(desc(identityChecks.requested_at))
    .limit(1);
  return row ?? null;
}

/**
 * A check, locked until the transaction ends, after its member and the staff member: a member who
 * is changing their name waits, or that change is seen.
 */
export async function lockCheck(
  tx: Queries,
  id: string,
  actor: { id: string },
): Promise<IdentityRow | undefined> {
  const mine = eq(identityChecks.id, id);
  const [found] = await tx
    .select({ of: identityChecks.member_id })
    .from(identityChecks)
    .where(mine);
  if (!found) return undefined;
  await lockMembers(tx, [found.of, actor.id]);
  const [row] = await tx.select().from(identityChecks).where(mine).for('update');
  return row;
}

/** A row of the list for staff. */
export type StaffIdentityRow = Pick<
  IdentityRow,
  'id' | 'member_id' | 'status' | 'method' | 'checklist' | 'reason'
> & {
  requested_at: string;
  checked_at: string | null;
  confirmed_at: string | null;
  expires_at: string | null;
  member_name: string;
  member_email: string;
  checked_by: { id: string; full_name: string } | null;
  confirmed_by: { id: string; full_name: string } | null;
};
