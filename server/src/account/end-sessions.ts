import { and, eq, ne } from 'drizzle-orm';
import type { Queries } from '../db/client.ts';
import {
  authSession,
  authUser,
  authVerification,
  emailChange,
  oneTimeCode,
} from '../db/schema/account.ts';

/**
 * Ends a member's sessions everywhere, but for one to keep, and cancels all that waits for a mailed
 * link: a change that somebody else has begun must not outlive their session. [U6] [U8]
 */
export async function endSessions(tx: Queries, userId: string, keep?: string): Promise<void> {
  // Whatever changes an account locks it first: two that lock its parts in turn would wait for each other.
  await tx.select({ id: authUser.id }).from(authUser).where(eq(authUser.id, userId)).for('update');
  const ofMember = eq(authSession.userId, userId);
  await tx.delete(authVerification).where(eq(authVerification.value, userId));
  await tx.delete(authSession).where(keep ? and(ofMember, ne(authSession.id, keep)) : ofMember);
  await tx.delete(oneTimeCode).where(eq(oneTimeCode.userId, userId));
  await tx.delete(emailChange).where(eq(emailChange.userId, userId));
}
