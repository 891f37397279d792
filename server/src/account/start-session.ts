import { randomUUID } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { RequestContext } from '../access/context.ts';
import { networksOf } from '../access/networks.ts';
import type { Queries } from '../db/client.ts';
import { authSession, authUser, type SignInMethod } from '../db/schema/account.ts';
import { users } from '../db/schema/member.ts';
import { liftIfDue } from '../moderation/end-decision.ts';
import { isNewDevice, mailNewDevice } from '../security/new-device.ts';
import { SESSION_SECONDS } from './auth.ts';
import { makeToken } from './tokens.ts';

/**
 * Notes that a member signs in, and holds their account until the transaction ends; false for one
 * that is suspended or gone. Every way to sign in passes here before it checks its proof once more. [U3]
 */
export async function admitMember(tx: Queries, userId: string): Promise<boolean> {
  // First the member, then the account: in this order a suspension locks them.
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

type Begun = {
  userId: string;
  method: SignInMethod;
  /** Of a member who joins now: they need not be told. */
  isFirst?: boolean;
};

/**
 * Starts a session of a member who was admitted, or who just joined; gives its token. A sign-in on a
 * device that is new to the account is mailed to its member. [U6] [U7]
 */
export async function startSession(
  tx: Queries,
  { userId, method, isFirst = false }: Begun,
  context: RequestContext,
): Promise<string> {
  const { request, ip } = context;
  const token = makeToken();
  const sessionId = randomUUID();
  const isNew = !isFirst && (await isNewDevice(tx, userId, context));
  await tx.insert(authSession).values({
    id: sessionId,
    token,
    userId,
    method,
    isNewDevice: isNew,
    expiresAt: new Date(Date.now() + SESSION_SECONDS * 1000),
    ipAddress: networksOf(ip)[0]?.key,
    userAgent: request.headers['user-agent']?.slice(0, 500),
  });
  if (isNew) await mailNewDevice(tx, { userId, sessionId }, context);
  return token;
}
