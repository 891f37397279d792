import { and, eq } from 'drizzle-orm';
import { authAccount } from '../db/schema/account.ts';

/** The row of a member's password. */
export function isCredentialOf(userId: string) {
  return and(eq(authAccount.userId, userId), eq(authAccount.providerId, 'credential'));
}

/** A member's first password, as a row. */
export function credentialOf(userId: string, hash: string): typeof authAccount.$inferInsert {
  return { userId, accountId: userId, providerId: 'credential', password: hash };
}
