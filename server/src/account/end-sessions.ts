import { and, eq, ne } from 'drizzle-orm';
import type { Queries } from '../db/client.ts';
import { authSession, authVerification, emailChange, oneTimeCode } from '../db/schema/account.ts';
import type { LockedAccount } from './policy.ts';

/**
 * Ends a member's sessions everywhere, but for one to keep, and cancels all that waits for a mailed
 * link: a change that somebody else has begun must not outlive their session. [U6] [U8]
 */
export async function endSessions(
  tx: Queries,
  { id }: LockedAccount,
  keep?: string,
): Promise<void> {
  const ofMember = eq(authSession.userId, id);
  await tx.delete(authVerification).where(eq(authVerification.value, id));
  await tx.delete(authSession).where(keep ? and(ofMember, ne(authSession.id, keep)) : ofMember);
  await tx.delete(oneTimeCode).where(eq(oneTimeCode.userId, id));
  await tx.delete(emailChange).where(eq(emailChange.userId, id));
}
