import { createHash } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import type { Queries } from '../../db/client.ts';
import { authVerification } from '../../db/schema/account.ts';
import { MAILED_TOKEN_SECONDS } from '../auth.ts';
import type { LockedAccount } from '../policy.ts';
import { makeToken } from '../tokens.ts';

/** Makes a token to choose a new password once; only its hash is stored. [U4] */
export async function makeResetToken(tx: Queries, userId: string): Promise<string> {
  const token = makeToken();
  await tx.insert(authVerification).values({
    identifier: identifierOf(token),
    value: userId,
    expiresAt: new Date(Date.now() + MAILED_TOKEN_SECONDS * 1000),
  });
  return token;
}

/** The member of an unused reset token, or null. [U5] */
export async function findResetOwner(tx: Queries, token: string): Promise<string | null> {
  const [found] = await tx
    .select({ userId: authVerification.value })
    .from(authVerification)
    .where(isGood(token));
  return found?.userId ?? null;
}

/** Uses up a reset token; false if it was already used or has expired. [U5] */
export async function useResetToken(tx: Queries, token: string): Promise<boolean> {
  const used = await tx
    .delete(authVerification)
    .where(isGood(token))
    .returning({ id: authVerification.id });
  return used.length > 0;
}

/** Cancels all reset tokens of an account. [U5] [U8] */
export async function cancelResetTokens(tx: Queries, { id }: LockedAccount): Promise<void> {
  await tx.delete(authVerification).where(eq(authVerification.value, id));
}

const isGood = (token: string) =>
  and(
    eq(authVerification.identifier, identifierOf(token)),
    gt(authVerification.expiresAt, new Date()),
  );

function identifierOf(token: string): string {
  return createHash('sha256').update(`reset-password:${token}`).digest('base64url');
}
