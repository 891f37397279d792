import { and, eq, isNull } from 'drizzle-orm';
import type { Queries } from '../db/client.ts';
import { refreshToken } from '../db/schema/account.ts';
import { hashToken, makeToken } from './tokens.ts';

/** Gives a session a further refresh token. [U7] */
export async function issueRefreshToken(tx: Queries, sessionId: string): Promise<string> {
  const token = makeToken();
  await tx.insert(refreshToken).values({ sessionId, tokenHash: hashToken(token) });
  return token;
}

/**
 * Uses up a refresh token: the session it renews, or null for an unknown one. `reused` says that it
 * was used up before, so somebody else has a copy. Of two uses at once one is the reuse. [U7]
 */
export async function redeemRefreshToken(
  tx: Queries,
  token: string,
): Promise<{ sessionId: string; reused: boolean } | null> {
  const tokenHash = hashToken(token);
  const [redeemed] = await tx
    .update(refreshToken)
    .set({ replacedAt: new Date() })
    .where(and(eq(refreshToken.tokenHash, tokenHash), isNull(refreshToken.replacedAt)))
    .returning({ sessionId: refreshToken.sessionId });
  if (redeemed) return { ...redeemed, reused: false };
  const [known] = await tx
    .select({ sessionId: refreshToken.sessionId })
    .from(refreshToken)
    .where(eq(refreshToken.tokenHash, tokenHash));
  return known ? { ...known, reused: true } : null;
}
