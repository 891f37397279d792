import { and, eq, gt } from 'drizzle-orm';
import type { Queries } from '../db/client.ts';
import { factorChallenge } from '../db/schema/factor.ts';
import type { Services } from '../services.ts';

/** How long a challenge can be answered. [U13] */
export const CHALLENGE_MINUTES = 5;

type Needs = Pick<Services, 'clock'>;

/** Makes a challenge; `expires_at` in Unix seconds. [U13] */
export async function makeChallenge(
  tx: Queries,
  { clock }: Needs,
  given: Omit<typeof factorChallenge.$inferInsert, 'expiresAt'>,
): Promise<{ id: string; expires_at: number }> {
  const expiresAt = new Date(clock.now().getTime() + CHALLENGE_MINUTES * 60_000);
  const [made] = await tx
    .insert(factorChallenge)
    .values({ ...given, expiresAt })
    .returning({ id: factorChallenge.id });
  return { id: made?.id as string, expires_at: Math.floor(expiresAt.getTime() / 1000) };
}

type Asked = { id: string; sessionId: string; factorId: string };

/** Whether a challenge of this session and factor is still open. */
export async function isChallenged(tx: Queries, needs: Needs, asked: Asked): Promise<boolean> {
  const found = await tx
    .select({ id: factorChallenge.id })
    .from(factorChallenge)
    .where(isWaiting(needs, asked));
  return found.length > 0;
}

/**
 * The same, and uses it up, so that there is no second answer. False if it is no longer open.
 * [U13]
 */
export async function useFactorChallenge(
  tx: Queries,
  needs: Needs,
  asked: Asked,
): Promise<boolean> {
  const used = await tx.delete(factorChallenge).where(isWaiting(needs, asked)).returning();
  return used.length > 0;
}

function isWaiting({ clock }: Needs, { id, sessionId, factorId }: Asked) {
  return and(
    eq(factorChallenge.id, id),
    eq(factorChallenge.sessionId, sessionId),
    eq(factorChallenge.factorId, factorId),
    gt(factorChallenge.expiresAt, clock.now()),
  );
}
