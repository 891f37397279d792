import { and, eq, lte } from 'drizzle-orm';
import { lockMembers } from '../access/hold-member.ts';
import { identityChecks } from '../db/schema/identity.ts';
import type { Services } from '../services.ts';

/** Ends confirmed identities whose term is over, and their badges. */
export async function expireIdentityChecks({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const isDue = and(eq(identityChecks.status, 'confirmed'), lte(identityChecks.expires_at, now));
  await db.drizzle.transaction(async (tx) => {
    const due = await tx
      .select({ member: identityChecks.member_id })
      .from(identityChecks)
      .where(isDue);
    // Their rows change with the check, and all other calls lock them first.
    const members = due.flatMap(({ member }) => member ?? []);
    await lockMembers(tx, members);
    await tx.update(identityChecks).set({ status: 'expired', ended_at: now }).where(isDue);
  });
}
