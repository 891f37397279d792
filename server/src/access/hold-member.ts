import { satisfiesRole } from '@kindpal/contract/staff/rules';
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Queries } from '../db/client.ts';
import { users } from '../db/schema/member.ts';
import { userRoles } from '../db/schema/staff.ts';
import { refusal } from '../transport/refusal.ts';

/**
 * Checks again, inside the transaction, that the caller is not suspended: the guard ran earlier.
 * A later suspension waits until this transaction ends. Throws UNAUTHORIZED.
 */
export async function holdMember(tx: Queries, { id }: { id: string }): Promise<void> {
  const [member] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.suspended_at)))
    .for('share');
  if (!member) throw refusal('UNAUTHORIZED');
}

/**
 * Locks these members until the transaction ends, always in the same order, so that their
 * concurrent actions and suspensions run one after the other. Returns those that exist.
 */
export function lockMembers(
  tx: Queries,
  ids: string[],
): Promise<{ id: string; suspended_at: Date | null }[]> {
  return tx
    .select({ id: users.id, suspended_at: users.suspended_at })
    .from(users)
    .where(inArray(users.id, ids))
    .orderBy(asc(users.id))
    .for('no key update');
}

/**
 * Like `holdMember` for calls that change the member's own row, or take turns by it: two that only
 * share it would wait for each other. Throws UNAUTHORIZED.
 */
export async function holdSelf(tx: Queries, { id }: { id: string }): Promise<void> {
  const [member] = await lockMembers(tx, [id]);
  if (!member || member.suspended_at) throw refusal('UNAUTHORIZED');
}

/**
 * Like `holdMember` for staff, who may also have lost their role: role changes lock the member.
 * Throws UNAUTHORIZED, FORBIDDEN. [S6]
 */
export async function holdStaff(tx: Queries, actor: { id: string }): Promise<void> {
  await holdMember(tx, actor);
  const [held] = await tx
    .select({ role: userRoles.role })
    .from(userRoles)
    .where(eq(userRoles.user_id, actor.id));
  if (!satisfiesRole(held?.role ?? 'user', 'admin')) throw refusal('FORBIDDEN');
}
