import type { Session } from '@kindpal/contract/account/schema';
import type { factor as calls } from '@kindpal/contract/factor/contract';
import { and, eq, isNull, lt, ne, or } from 'drizzle-orm';
import type { HolderCall } from '../access/call.ts';
import type { HolderContext } from '../access/context.ts';
import { guessCode, useCode } from '../account/one-time-codes.ts';
import type { LockedAccount } from '../account/policy.ts';
import { endSessions } from '../account/session/end-sessions.ts';
import { beginAttempt, clearAttempt } from '../account/sign-in/failed-attempts.ts';
import type { Queries } from '../db/client.ts';
import { authSession } from '../db/schema/account.ts';
import { factor } from '../db/schema/factor.ts';
import { factorAddedMail } from '../mail/mails/factor-changed.ts';
import { mailEvent } from '../security/mail-event.ts';
import type { Services } from '../services.ts';
import { notFound, refusal } from '../transport/refusal.ts';
import { isChallenged, useFactorChallenge } from './challenges.ts';
import { requireFreeName } from './enroll-factor.ts';
import { type CodeRequest, phoneCodeOf } from './phone-code.ts';
import { requireShown } from './policy.ts';
import { findFactor } from './queries.ts';
import { handOver, lockHolder, raiseSession, refuseCode } from './raise-session.ts';
import { findStep } from './totp.ts';
import { trustDevice } from './trusted-device.ts';

type Call = HolderCall<typeof calls.verify>;
type Factor = typeof factor.$inferSelect;

/**
 * Verifies a code of an authenticator app or a phone: the session becomes aal2, and a new factor
 * becomes active. Each code works once, even concurrently, and wrong ones make the next attempt
 * wait, from wherever it comes. [U13] Throws NOT_FOUND, MFA_CHALLENGE_EXPIRED,
 * MFA_VERIFICATION_FAILED, INSUFFICIENT_AAL, TOO_MANY_REQUESTS.
 */
export async function verifyFactor({ input, context }: Call): Promise<Session> {
  const { services, holder } = context;
  const { drizzle } = services.db;
  const own = await findFactor(drizzle, { id: input.factor_id, userId: holder.id });
  if (!own) throw notFound();
  const challenge = {
    id: input.challenge_id,
    sessionId: holder.session_id,
    factorId: own.id,
  };
  if (!(await isChallenged(drizzle, services, challenge))) throw refusal('MFA_CHALLENGE_EXPIRED');
  await beginAttempt(services, { factor: own.id });
  const request = { userId: holder.id, within: holder.session_id };
  const use = await findUse(services, request, { own, code: input.code });
  if (!use) return refuseCode(context);
  const token = await drizzle.transaction(async (tx) => {
    const account = await lockHolder(tx, context);
    const name = input.friendly_name || own.friendlyName;
    if (own.status === 'unverified') await requireNew(tx, context, name);
    if (!(await useFactorChallenge(tx, services, challenge)))
      throw refusal('MFA_CHALLENGE_EXPIRED');
    await use(tx);
    if (own.status === 'unverified') await addFactor(tx, context, { account, own, name });
    else if (input.trust_device && holder.awaits_factor && holder.app_role === 'user') {
      await trustDevice(tx, holder.id, context);
    }
    return raiseSession(tx, context, own.factorType === 'totp' ? 'totp' : 'mfa/phone');
  });
  await clearAttempt(services, { factor: own.id });
  return handOver(context, token);
}

/** A function that uses up the code and throws if it was used meanwhile; null for a wrong code. */
export async function findUse(
  services: Services,
  request: CodeRequest,
  { own, code }: { own: Factor; code: string },
) {
  if (own.phone !== null) {
    const asked = { ...phoneCodeOf(services, request, { id: own.id, phone: own.phone }), code };
    const guessed = await guessCode(services.db.drizzle, services, asked);
    return guessed && ((tx: Queries) => usePhoneCode(tx, own, guessed.id));
  }
  if (own.sealedSecret === null) throw new Error('A factor has neither a secret nor a phone');
  const step = await findStep(services, { sealed: own.sealedSecret, code });
  return step === null ? null : (tx: Queries) => useStep(tx, own, step);
}

async function usePhoneCode(tx: Queries, { id, status }: Factor, codeId: string): Promise<void> {
  const used = (await useCode(tx, codeId))
    ? await tx
        .update(factor)
        .set({ status: 'verified', lastUsedAt: new Date() })
        .where(and(eq(factor.id, id), eq(factor.status, status)))
        .returning({ id: factor.id })
    : [];
  if (used.length === 0) throw refusal('MFA_VERIFICATION_FAILED');
}

/** Another factor can be added only after using an existing one, and with a unique name. */
async function requireNew(
  tx: Queries,
  { holder }: HolderContext,
  name: string | null,
): Promise<void> {
  const [session] = await tx
    .select({ factorAt: authSession.factorAt })
    .from(authSession)
    .where(eq(authSession.id, holder.session_id));
  if (!session) throw refusal('UNAUTHORIZED');
  await requireShown(tx, holder.id, session);
  await requireFreeName(tx, holder.id, name);
}

/**
 * Records the use of a code: its time step and earlier ones no longer work. Throws if it was used
 * before.
 */
async function useStep(tx: Queries, { id, status }: Factor, step: number): Promise<void> {
  const now = new Date();
  const used = await tx
    .update(factor)
    .set({ lastStep: step, status: 'verified', lastUsedAt: now })
    .where(
      and(
        eq(factor.id, id),
        eq(factor.status, status),
        or(isNull(factor.lastStep), lt(factor.lastStep, step)),
      ),
    )
    .returning({ id: factor.id });
  if (used.length === 0) throw refusal('MFA_VERIFICATION_FAILED');
}

type Added = { account: LockedAccount; own: Factor; name: string | null };

/**
 * From now on the factor protects the account: other unverified factors and all other sessions
 * end.
 */
async function addFactor(
  tx: Queries,
  context: HolderContext,
  { account, own, name }: Added,
): Promise<void> {
  const { id, factorType } = own;
  const { holder, services } = context;
  const isOwn = eq(factor.userId, holder.id);
  await tx.delete(factor).where(and(isOwn, eq(factor.status, 'unverified'), ne(factor.id, id)));
  await endSessions(tx, account, holder.session_id);
  const added = { account, kind: 'factor_added' as const, ...(name && { detail: name }) };
  const eventId = await mailEvent(tx, added, context, (token) =>
    factorAddedMail(services.env, { to: account.email, token, factorType }),
  );
  await tx.update(factor).set({ friendlyName: name, eventId }).where(eq(factor.id, id));
}
