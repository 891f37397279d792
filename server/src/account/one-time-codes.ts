import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { and, desc, eq, gt, lt, sql } from 'drizzle-orm';
import { TOTAL_LIMITS } from '../access/limits/limits.ts';
import type { Queries } from '../db/client.ts';
import { authUser, type CodePurpose, oneTimeCode } from '../db/schema/account.ts';
import type { Services } from '../services.ts';
import { hashToken, makeToken } from './tokens.ts';

/** How long a code works, in minutes. [U9] */
export const CODE_MINUTES = 10;

type Needs = Pick<Services, 'secret' | 'clock'>;
/**
 * The code's member, purpose and keyed hash of the client that requested it; for a text message
 * also its phone and session.
 */
type CodeOwner = {
  userId: string;
  purpose: CodePurpose;
  asker: Buffer;
  phone?: string;
  sessionId?: string;
};

/** Makes a six-digit code and a link token, and invalidates earlier ones of the same asker. [U9] */
export async function makeCode(
  tx: Queries,
  { secret, clock }: Needs,
  { isSignUp = false, ...owner }: CodeOwner & { isSignUp?: boolean },
): Promise<{ code: string; link: string }> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const link = makeToken();
  const id = randomUUID();
  const made = {
    id,
    codeHash: hashCode(secret, id, code),
    linkHash: hashToken(link),
    isSignUp,
    attempts: 0,
    phone: owner.phone ?? null,
    sessionId: owner.sessionId ?? null,
    expiresAt: new Date(clock.now().getTime() + CODE_MINUTES * 60_000),
  };
  await tx
    .insert(oneTimeCode)
    .values({ ...owner, ...made })
    .onConflictDoUpdate({
      target: [oneTimeCode.userId, oneTimeCode.purpose, oneTimeCode.asker],
      set: made,
    });
  return { code, link };
}

/**
 * Checks a code; every guess counts, and the row limits their number even when concurrent.
 * Returns the row for `useCode`, and whether it was mailed to confirm a sign-up. [U9] [U10]
 */
export async function guessCode(
  tx: Queries,
  { secret, clock }: Needs,
  { code, ...owner }: CodeOwner & { code: string },
): Promise<{ id: string; isSignUp: boolean } | null> {
  const [counted] = await tx
    .update(oneTimeCode)
    .set({ attempts: sql`${oneTimeCode.attempts} + 1` })
    .where(
      and(
        eq(oneTimeCode.userId, owner.userId),
        eq(oneTimeCode.purpose, owner.purpose),
        eq(oneTimeCode.asker, owner.asker),
        owner.phone === undefined ? undefined : eq(oneTimeCode.phone, owner.phone),
        lt(oneTimeCode.attempts, TOTAL_LIMITS.guesses_by_code),
        gt(oneTimeCode.expiresAt, clock.now()),
      ),
    )
    .returning({
      id: oneTimeCode.id,
      codeHash: oneTimeCode.codeHash,
      isSignUp: oneTimeCode.isSignUp,
    });
  if (!counted) return null;
  const { id, codeHash, isSignUp } = counted;
  return timingSafeEqual(codeHash, hashCode(secret, id, code)) ? { id, isSignUp } : null;
}

/**
 * The member whose code verifies a phone, by the client that requested it; the newest if there are
 * several. The published client sends only the number. [U9]
 */
export async function findPhoneOwner(
  tx: Queries,
  { clock }: Pick<Needs, 'clock'>,
  { phone, asker }: { phone: string; asker?: Buffer },
) {
  const [waiting] = await tx
    .select({
      userId: oneTimeCode.userId,
      asker: oneTimeCode.asker,
      sessionId: oneTimeCode.sessionId,
    })
    .from(oneTimeCode)
    .where(
      and(
        eq(oneTimeCode.phone, phone),
        eq(oneTimeCode.purpose, 'phone_change'),
        gt(oneTimeCode.expiresAt, clock.now()),
        asker && eq(oneTimeCode.asker, asker),
      ),
    )
    .orderBy(desc(oneTimeCode.expiresAt))
    .limit(1);
  if (!waiting?.sessionId) return null;
  return { ...waiting, sessionId: waiting.sessionId, purpose: 'phone_change' as const, phone };
}

/** Uses up a code and its link; false if that has already happened. [U9] */
export async function useCode(tx: Queries, id: string): Promise<boolean> {
  const used = await tx
    .delete(oneTimeCode)
    .where(eq(oneTimeCode.id, id))
    .returning({ id: oneTimeCode.id });
  return used.length > 0;
}

/** The unused code that belongs to a link, who asked for it and its member; or null. [U9] */
export async function findLinkedCode(tx: Queries, { clock }: Pick<Needs, 'clock'>, link: string) {
  const [found] = await tx
    .select({
      id: oneTimeCode.id,
      userId: oneTimeCode.userId,
      asker: oneTimeCode.asker,
      isSignUp: oneTimeCode.isSignUp,
      email: authUser.email,
    })
    .from(oneTimeCode)
    .innerJoin(authUser, eq(authUser.id, oneTimeCode.userId))
    .where(
      and(
        eq(oneTimeCode.linkHash, hashToken(link)),
        eq(oneTimeCode.purpose, 'sign_in'),
        gt(oneTimeCode.expiresAt, clock.now()),
      ),
    );
  return found ?? null;
}

/** Six digits are quickly brute-forced, so their hash is keyed with the secret. */
function hashCode(secret: string, id: string, code: string): Buffer {
  return createHmac('sha256', secret).update(`code ${id} ${code}`).digest();
}
