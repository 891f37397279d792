import { and, eq, lte } from 'drizzle-orm';
import { identityChecks } from '../db/schema/identity.ts';
import type { Services } from '../services.ts';

/** Ends confirmed identities whose term is over, and their badges. */
export async function expireIdentityChecks({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await db.drizzle
    .update(identityChecks)
    .set({ status: 'expired', ended_at: now })
    .where(and(eq(identityChecks.status, 'confirmed'), lte(identityChecks.expires_at, now)));
}
