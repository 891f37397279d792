import { and, eq, lt, sql } from 'drizzle-orm';
import {
  authSession,
  authVerification,
  emailChange,
  emailUndo,
  oneTimeCode,
  refreshToken,
} from '../../db/schema/account.ts';
import { factor, factorChallenge, trustedDevice } from '../../db/schema/factor.ts';
import { passkeyChallenge } from '../../db/schema/passkey.ts';
import { ssoFlow } from '../../db/schema/sso.ts';
import type { Services } from '../../services.ts';

/**
 * Removes expired sessions, mailed tokens and pending addresses, used tokens, and second factors
 * that were never verified. [U7] [U13]
 */
export async function pruneExpiredSessions({ db: { drizzle } }: Services): Promise<void> {
  const lasting = [authSession, authVerification, emailChange, emailUndo, oneTimeCode];
  for (const table of [...lasting, factorChallenge, trustedDevice, passkeyChallenge, ssoFlow]) {
    await drizzle.delete(table).where(lt(table.expiresAt, sql`now()`));
  }
  const isLeft = lt(factor.createdAt, sql`now() - interval '1 day'`);
  await drizzle.delete(factor).where(and(eq(factor.status, 'unverified'), isLeft));
  // A deleted token that is used again is unknown, and refused as well.
  const aWeekAgo = sql`now() - interval '7 days'`;
  await drizzle.delete(refreshToken).where(lt(refreshToken.replacedAt, aWeekAgo));
}
