import { and, eq, gt } from 'drizzle-orm';
import type { Queries } from '../db/client.ts';
import { passkeyChallenge } from '../db/schema/passkey.ts';
import type { Services } from '../services.ts';
import { refusal } from '../transport/refusal.ts';

/** How long a challenge can be answered, in ms. [U13] */
export const CHALLENGE_MS = 5 * 60_000;

type Needs = Pick<Services, 'clock'>;

/** The owner of a challenge: a browser that wants to sign in, or a session. */
export type ChallengeOwner =
  | { purpose: 'sign_in'; asker: Buffer }
  | { purpose: 'registration' | 'confirmation'; sessionId: string };

/** Stores a challenge until it is answered; `expires_at` in Unix seconds. [U13] */
export async function keepChallenge(
  tx: Queries,
  { clock }: Needs,
  given: ChallengeOwner & { challenge: string },
): Promise<{ challenge_id: string; expires_at: number }> {
  const expiresAt = new Date(clock.now().getTime() + CHALLENGE_MS);
  const [made] = await tx
    .insert(passkeyChallenge)
    .values({ ...given, expiresAt })
    .returning({ id: passkeyChallenge.id });
  return {
    challenge_id: made?.id as string,
    expires_at: Math.floor(expiresAt.getTime() / 1000),
  };
}

/**
 * Uses up a challenge, whether its answer is valid or not: of concurrent answers only one finds
 * it. Throws WEBAUTHN_CHALLENGE_EXPIRED. [U13]
 */
export async function usePasskeyChallenge(
  tx: Queries,
  { clock }: Needs,
  { id, ...owner }: ChallengeOwner & { id: string },
): Promise<string> {
  const isOwn =
    owner.purpose === 'sign_in'
      ? eq(passkeyChallenge.asker, owner.asker)
      : eq(passkeyChallenge.sessionId, owner.sessionId);
  const [used] = await tx
    .delete(passkeyChallenge)
    .where(
      and(
        eq(passkeyChallenge.id, id),
        eq(passkeyChallenge.purpose, owner.purpose),
        isOwn,
        gt(passkeyChallenge.expiresAt, clock.now()),
      ),
    )
    .returning({ challenge: passkeyChallenge.challenge });
  if (!used) throw refusal('WEBAUTHN_CHALLENGE_EXPIRED');
  return used.challenge;
}
