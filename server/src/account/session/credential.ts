import { and, eq, isNotNull } from 'drizzle-orm';
import type { Queries } from '../../db/client.ts';
import { authAccount } from '../../db/schema/account.ts';

/** The password row of a member, as a WHERE. */
export function isCredentialOf(userId: string) {
  return and(eq(authAccount.userId, userId), eq(authAccount.providerId, 'credential'));
}

/** The outside identities of a member, as a WHERE. [U12] */
export function isOutsideIdentityOf(userId: string) {
  return and(eq(authAccount.userId, userId), isNotNull(authAccount.issuer));
}

/** A member's first password, as a row to insert. */
export function credentialOf(userId: string, hash: string): typeof authAccount.$inferInsert {
  return { userId, accountId: userId, providerId: 'credential', password: hash };
}

/** The hash of a member's password, or null without one. */
export async function findHash(db: Queries, userId: string): Promise<string | null> {
  const [kept] = await db
    .select({ hash: authAccount.password })
    .from(authAccount)
    .where(isCredentialOf(userId));
  return kept?.hash ?? null;
}

/** Sets a member's password, first or new, from a hash made before. [U5] [U8] */
export async function setPassword(tx: Queries, userId: string, hash: string): Promise<void> {
  const set = await tx
    .update(authAccount)
    .set({ password: hash, updatedAt: new Date() })
    .where(isCredentialOf(userId))
    .returning({ id: authAccount.id });
  if (set.length === 0) await tx.insert(authAccount).values(credentialOf(userId, hash));
}
