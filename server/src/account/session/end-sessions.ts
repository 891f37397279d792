import { and, eq, ne, sql } from 'drizzle-orm';
import type { Queries } from '../../db/client.ts';
import { authSession, authUser, emailChange, oneTimeCode } from '../../db/schema/account.ts';
import { trustedDevice } from '../../db/schema/factor.ts';
import { cancelResetTokens } from '../password/reset-tokens.ts';
import type { LockedAccount } from '../policy.ts';

/**
 * Ends all sessions of a member except one to keep, and cancels a pending address and mailed
 * codes: a change started by an intruder must not outlive their session. Only if no session is
 * kept, reset links are canceled and a member without a password has no known devices any more: a
 * thief could sign out all others again and again, and so cancel each link before the member opens
 * it. [U3] [U6] [U8]
 */
export async function endSessions(
  tx: Queries,
  account: LockedAccount,
  keep?: string,
): Promise<void> {
  const { id } = account;
  const ofMember = eq(authSession.userId, id);
  if (keep === undefined) {
    await cancelResetTokens(tx, account);
    await tx.update(authUser).set({ devicesSince: new Date() }).where(eq(authUser.id, id));
  }
  await deleteSessions(tx, keep ? and(ofMember, ne(authSession.id, keep)) : ofMember);
  await tx.delete(trustedDevice).where(eq(trustedDevice.userId, id));
  await tx.delete(oneTimeCode).where(eq(oneTimeCode.userId, id));
  await tx.delete(emailChange).where(eq(emailChange.userId, id));
}

/** Ends a session of a member; false if it is not theirs, or has ended. [U6] */
export async function endSession(
  tx: Queries,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<boolean> {
  // The account first: locking it and its rows in different orders would deadlock.
  await tx
    .select({ id: authUser.id })
    .from(authUser)
    .where(eq(authUser.id, userId))
    .for('key share');
  return deleteSessions(tx, and(eq(authSession.userId, userId), eq(authSession.id, sessionId)));
}

/** Deletes sessions and records those that had not expired; true if there were any. */
async function deleteSessions(tx: Queries, which: ReturnType<typeof and>): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    with ended as (
      delete from ${authSession} where ${which}
      returning user_id, ip_address, user_agent, expires_at)
    insert into auth.security_event (user_id, kind, ip_address, user_agent)
    select user_id, 'session_ended', ip_address, user_agent from ended where expires_at > now()`);
  return (rowCount ?? 0) > 0;
}
