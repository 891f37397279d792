import { and, eq, ne } from 'drizzle-orm';
import type { Queries } from '../db/client.ts';
import { authSession, authVerification } from '../db/schema/account.ts';

/** Ends a member's sessions everywhere, but for one to keep; their tokens end with them. [U6] */
export async function endSessions(tx: Queries, userId: string, keep?: string): Promise<void> {
  const ofMember = eq(authSession.userId, userId);
  await tx.delete(authSession).where(keep ? and(ofMember, ne(authSession.id, keep)) : ofMember);
}

/** Makes a member's mailed reset links useless. [U5] */
export async function endResetLinks(tx: Queries, userId: string): Promise<void> {
  await tx.delete(authVerification).where(eq(authVerification.value, userId));
}
