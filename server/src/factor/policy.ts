import { CONFIRMED_MINUTES } from '@kindpal/contract/factor/schema';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { MemberContext } from '../access/context.ts';
import { type LockedAccount, lockActiveAccount } from '../account/policy.ts';
import type { Queries } from '../db/client.ts';
import { authSession } from '../db/schema/account.ts';
import { factor, recoveryCode } from '../db/schema/factor.ts';
import type { Services } from '../services.ts';
import { refusal } from '../transport/refusal.ts';

/*
 * Members see and change only their own factors; others' do not exist for them. Signing in to an
 * account with a verified factor starts a session that can only verify one, use a recovery code, or
 * end. To add, remove or replace anything, a member must have proved their identity by password,
 * code or passkey within the last 10 minutes in this session, at the sign-in or later; a sign-in at
 * an outside provider proves nothing to us. If a verified factor protects the account, this session
 * must have used one. Adding or removing one ends all other sessions. Staff can use their role only
 * in a session with a second factor; the demo requires none. A super admin can remove another
 * member's factors, with a reason that is emailed to the member. That, a role change and a
 * suspension, also its end, require a proof of identity within the last 10 minutes.
 */

/**
 * Locks the caller's account for a change of its factors. Throws UNAUTHORIZED when their session
 * has ended, REAUTHENTICATION_NEEDED when they have not proved their identity recently, and
 * INSUFFICIENT_AAL when the session has not used the second factor that protects the account.
 * [U10] [U13]
 */
export async function lockForFactors(tx: Queries, context: MemberContext): Promise<LockedAccount> {
  const { actor } = context;
  const account = await lockActiveAccount(tx, actor.id);
  if (!account) throw refusal('UNAUTHORIZED');
  const [session] = await readProof(tx, actor).for('update');
  await requireProof(tx, context, session);
  return account;
}

type Asking = Pick<MemberContext, 'actor' | 'services'>;

/**
 * Requires the same before a sensitive action that does not change the caller's account, so
 * without locking it. Throws what `lockForFactors` does. [U10]
 */
export async function requireConfirmed(tx: Queries, context: Asking): Promise<void> {
  const [session] = await readProof(tx, context.actor);
  await requireProof(tx, context, session);
}

type Proof = { confirmedAt: Date | null; factorAt: Date | null };

const readProof = (tx: Queries, { session_id }: MemberContext['actor']) =>
  tx
    .select({ confirmedAt: authSession.confirmedAt, factorAt: authSession.factorAt })
    .from(authSession)
    .where(eq(authSession.id, session_id));

async function requireProof(
  tx: Queries,
  { actor, services }: Asking,
  session: Proof | undefined,
): Promise<void> {
  if (!session) throw refusal('UNAUTHORIZED');
  await requireShown(tx, actor.id, session);
  if (!isRecent(services, session.confirmedAt)) throw refusal('REAUTHENTICATION_NEEDED');
}

/**
 * Throws INSUFFICIENT_AAL when a session of a protected account has not used a second factor.
 * [U13]
 */
export async function requireShown(
  tx: Queries,
  userId: string,
  { factorAt }: { factorAt: Date | null },
): Promise<void> {
  if (!factorAt && (await hasFactor(tx, userId))) throw refusal('INSUFFICIENT_AAL');
}

/** Whether a proof of identity is still valid; null if there was none. */
export function isRecent({ clock }: Pick<Services, 'clock'>, at: Date | null): boolean {
  if (!at) return false;
  return clock.now().getTime() - at.getTime() <= CONFIRMED_MINUTES * 60_000;
}

/** Whether a verified factor protects an account, as SQL. */
export const isProtected = (userId: string) =>
  sql<boolean>`exists (select from ${factor} where ${and(eq(factor.userId, userId), eq(factor.status, 'verified'))})`;

/** Whether a verified factor protects an account. */
export async function hasFactor(tx: Queries, userId: string): Promise<boolean> {
  const [one] = await tx
    .select({ one: sql`1` })
    .from(factor)
    .where(and(eq(factor.userId, userId), eq(factor.status, 'verified')))
    .limit(1);
  return one !== undefined;
}

/** An unused recovery code of an account, as a WHERE. [U13] */
export const ownUnusedCode = (userId: string, codeHash: Buffer) =>
  and(
    eq(recoveryCode.userId, userId),
    eq(recoveryCode.codeHash, codeHash),
    isNull(recoveryCode.usedAt),
  );
