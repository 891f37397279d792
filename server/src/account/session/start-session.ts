import { randomUUID } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { RequestContext } from '../../access/context.ts';
import type { Queries } from '../../db/client.ts';
import { authSession, authUser, type SignInMethod } from '../../db/schema/account.ts';
import { users } from '../../db/schema/member.ts';
import { isProtected } from '../../factor/policy.ts';
import { isTrustedDevice } from '../../factor/trusted-device.ts';
import { liftIfDue } from '../../moderation/end-decision.ts';
import { isNewDevice, mailNewDevice } from '../../security/new-device.ts';
import { sourceOf } from '../../security/note-security-event.ts';
import { FACTOR_SECONDS, SESSION_SECONDS } from '../auth.ts';
import { makeSessionToken } from '../tokens.ts';

/**
 * Records that a member signs in, and locks their account until the transaction ends; false if
 * suspended or gone. Every sign-in method calls this before its final check. [U3]
 */
export async function admitMember(tx: Queries, userId: string): Promise<boolean> {
  // The member before the account, in the same order as a suspension.
  const isAdmitted = (await noteSignIn(tx, userId)) || (await liftIfDue(tx, userId));
  if (!isAdmitted) return false;
  await tx
    .select({ id: authUser.id })
    .from(authUser)
    .where(eq(authUser.id, userId))
    .for('key share');
  return true;
}

async function noteSignIn(tx: Queries, userId: string): Promise<boolean> {
  const noted = await tx
    .update(users)
    .set({ last_sign_in_at: sql`now()` })
    .where(and(eq(users.id, userId), isNull(users.suspended_at)))
    .returning({ id: users.id });
  return noted.length > 0;
}

/** They prove nothing: somebody may have left a session open at the provider. */
const OUTSIDE_METHODS: readonly SignInMethod[] = ['oauth', 'sso/saml'];

type Begun = {
  userId: string;
  method: SignInMethod;
  /** For a member who is joining, who needs no email about it. */
  isFirst?: boolean;
  /** Whether a reset, or the first proof of the mailbox, has just ended all their sessions. */
  endsOthers?: boolean;
  /** Whether it permits sensitive actions for 10 minutes. */
  isProof?: boolean;
};

/**
 * Starts a session for an admitted or just joined member; returns its token. With a second
 * factor, the session waits for it unless this device is trusted; staff always need it. A passkey
 * counts as both factors; a sign-in at an outside provider, or with a new passkey or phone, does
 * not permit sensitive actions. Signing in on a new device is mailed to the member. [U6] [U7] [U10]
 * [U13]
 */
export async function startSession(
  tx: Queries,
  { userId, method, isFirst, endsOthers, isProof = !OUTSIDE_METHODS.includes(method) }: Begun,
  context: RequestContext,
): Promise<string> {
  const token = makeSessionToken();
  const sessionId = randomUUID();
  const isNew = !isFirst && (await isNewDevice(tx, { memberId: userId, endsOthers }, context));
  const isByPasskey = method === 'passkey';
  const now = context.services.clock.now();
  const [begun] = await tx
    .insert(authSession)
    .values({
      id: sessionId,
      token,
      userId,
      method,
      isNewDevice: isNew,
      confirmedAt: isProof ? now : null,
      // Checked while the account is locked, so that no factor is added meanwhile.
      awaitsFactor: isFirst || isByPasskey ? false : isProtected(userId),
      ...(isByPasskey && { factorMethod: 'passkey', factorAt: now, admitsStaff: true }),
      expiresAt: inSeconds(SESSION_SECONDS),
      ...sourceOf(context),
    })
    .returning({ awaitsFactor: authSession.awaitsFactor });
  const level = { userId, sessionId, hasFactor: begun?.awaitsFactor ?? false };
  const awaitsFactor = isByPasskey ? false : await setLevel(tx, level, context);
  // Even before the second factor: reaching that step takes the password.
  if (isNew) await mailNewDevice(tx, { userId, sessionId, awaitsFactor }, context);
  return token;
}

type Level = { userId: string; sessionId: string; hasFactor: boolean };

/**
 * Whether the session waits for a second factor. Most members have none, so nothing else is
 * needed, except in the demo. [U13]
 */
async function setLevel(
  tx: Queries,
  { userId, sessionId, hasFactor }: Level,
  context: RequestContext,
): Promise<boolean> {
  const awaitsFactor = hasFactor && !(await isTrustedDevice(tx, userId, context));
  const admitsStaff = !awaitsFactor && context.services.env.mode === 'demo';
  if (!hasFactor && !admitsStaff) return false;
  const expiresAt = inSeconds(awaitsFactor ? FACTOR_SECONDS : SESSION_SECONDS);
  await tx
    .update(authSession)
    .set({ awaitsFactor, admitsStaff, expiresAt })
    .where(eq(authSession.id, sessionId));
  return awaitsFactor;
}

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000);
