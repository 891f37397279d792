import type { Factor } from '@kindpal/contract/factor/schema';
import { and, asc, count, eq, isNull } from 'drizzle-orm';
import type { Queries } from '../db/client.ts';
import { factor, recoveryCode } from '../db/schema/factor.ts';

/** A factor of this member, or null; also null for somebody else's. [U13] */
export async function findFactor(
  tx: Queries,
  { id, userId }: { id: string; userId: string },
): Promise<typeof factor.$inferSelect | null> {
  const [found] = await tx
    .select()
    .from(factor)
    .where(and(eq(factor.id, id), eq(factor.userId, userId)));
  return found ?? null;
}

/** A member's factors, the oldest first. [U13] */
export async function listOwnFactors(tx: Queries, userId: string): Promise<Factor[]> {
  const rows = await tx
    .select()
    .from(factor)
    .where(eq(factor.userId, userId))
    .orderBy(asc(factor.createdAt), asc(factor.id));
  return rows.map((row) => ({
    id: row.id,
    friendly_name: row.friendlyName,
    factor_type: row.factorType,
    status: row.status,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
  }));
}

/** How many recovery codes a member has left. [U13] */
export async function countRecoveryCodes(tx: Queries, userId: string): Promise<number> {
  const [row] = await tx
    .select({ left: count() })
    .from(recoveryCode)
    .where(and(eq(recoveryCode.userId, userId), isNull(recoveryCode.usedAt)));
  return row?.left ?? 0;
}
