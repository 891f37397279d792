import type { account } from '@kindpal/contract/account/contract';
import type { Session } from '@kindpal/contract/account/schema';
import { and, eq } from 'drizzle-orm';
import type { OpenCall } from '../../access/call.ts';
import { WARN_AFTER } from '../../access/limits/limits.ts';
import { authAccount, authUser } from '../../db/schema/account.ts';
import { findAddressee } from '../../mail/mailer.ts';
import { findSuspension } from '../../moderation/queries.ts';
import { suspensionToken } from '../../moderation/suspension-link.ts';
import { noteFailedSignIn } from '../../security/note-security-event.ts';
import type { Services } from '../../services.ts';
import { refusal } from '../../transport/refusal.ts';
import { hashPassword, isOutdated, verifyPassword } from '../password/passwords.ts';
import { waitAfterFailure } from '../refuse-token.ts';
import { isCredentialOf } from '../session/credential.ts';
import { handOverSession } from '../session/hand-over-session.ts';
import { findKnownDevice } from '../session/known-device.ts';
import { admitMember, startSession } from '../session/start-session.ts';
import { beginAttempt, clearAttempt, type MemberAttempt } from './failed-attempts.ts';
import { queueFailureWarning } from './warn-of-failures.ts';

type TokenCall = OpenCall<typeof account.token>;
export type PasswordGrant = Extract<TokenCall['input'], { grant_type: 'password' }>;

/**
 * Signs in with a password. An unknown address and a wrong password get the same answer after the
 * same work; suspension is revealed only with the right password. Failures make the next attempt
 * wait, for known and unknown addresses alike; a known device waits only for its own failures.
 * [U3] Throws WRONG_CREDENTIALS, ACCOUNT_SUSPENDED, TOO_MANY_REQUESTS.
 */
export async function signIn(
  input: PasswordGrant,
  context: TokenCall['context'],
): Promise<Session> {
  const { services, ip } = context;
  const { email, password, return_tokens: returnTokens } = input;
  const started = performance.now();
  const known = await findKnownDevice(context, { email });
  const attempt = { ip, email, device: known?.id ?? null };
  if (!attempt.device) await services.limiter.consume('sign_in_by_ip', ip);
  const failures = await beginAttempt(services, attempt);
  const given = { email, password, caller: known && !known.hasToConfirm ? email : ip };
  const checked = await checkPassword(services, given);
  const token = checked && (await begin(context, checked, given));
  if (!token) {
    if (checked) await refuseSuspended(context, attempt, checked);
    await noteFailure(context, email);
    if (failures >= WARN_AFTER) await queueFailureWarning(services, email);
    await waitAfterFailure(started);
    throw refusal('WRONG_CREDENTIALS');
  }
  await endAttempt(services, attempt);
  return handOverSession(context, { token, returnTokens });
}

/** Nothing failed: the attempt counts neither here nor for its network. */
async function endAttempt(services: Services, attempt: MemberAttempt): Promise<void> {
  await clearAttempt(services, attempt);
  if (!attempt.device) await services.limiter.giveBack('sign_in_by_ip', attempt.ip);
}

/**
 * Tells a suspended member with the right password about the suspension, with a link to the
 * reason. Throws ACCOUNT_SUSPENDED.
 */
async function refuseSuspended(
  { services }: TokenCall['context'],
  attempt: MemberAttempt,
  { userId }: Checked,
): Promise<void> {
  const suspension = await findSuspension(services.db.drizzle, userId);
  if (!suspension) return;
  await endAttempt(services, attempt);
  throw refusal('ACCOUNT_SUSPENDED', { token: suspensionToken(services, suspension) });
}

/** The member, and the hash that the password was compared with. */
type Checked = { userId: string; hash: string };

/**
 * What was entered, and who waits for its hashes: a network, or the member on a known device.
 * Anybody can make many such devices for their own account, and many accounts that never confirm
 * their address.
 */
type Given = { email: string; password: string; caller: string };

async function checkPassword(
  services: Services,
  { email, password, caller }: Given,
): Promise<Checked | null> {
  const { db } = services;
  const [own] = await db.drizzle
    .select({ userId: authUser.id, hash: authAccount.password })
    .from(authUser)
    .innerJoin(authAccount, eq(authAccount.userId, authUser.id))
    .where(and(eq(authUser.email, email), eq(authAccount.providerId, 'credential')));
  if (!own?.hash) {
    // Does the same work when there is nothing to compare.
    await hashPassword(password, caller);
    return null;
  }
  if (!(await verifyPassword(own.hash, password, caller))) return null;
  if (!isOutdated(own.hash)) return { userId: own.userId, hash: own.hash };
  const renewed = await hashPassword(password, caller);
  await replaceHash(services, own.hash, renewed);
  return { userId: own.userId, hash: renewed };
}

/** Replaces a hash that was made with old parameters. [U3] */
async function replaceHash({ db }: Services, former: string, renewed: string): Promise<void> {
  // Only if the hash is still the same: a password changed meanwhile stays.
  await db.drizzle
    .update(authAccount)
    .set({ password: renewed })
    .where(eq(authAccount.password, former));
}

/**
 * Starts the session, unless the member is suspended or the password was replaced during the
 * check. Replacing a password writes its row before ending the sessions: with the row locked,
 * either that sees this session or this sees the new password.
 */
async function begin(
  context: TokenCall['context'],
  { userId, hash }: Checked,
  given: Given,
): Promise<string | null> {
  const { services } = context;
  const { token, replacedBy } = await services.db.drizzle.transaction(async (tx) => {
    if (!(await admitMember(tx, userId))) return {};
    const [kept] = await tx
      .select({ hash: authAccount.password })
      .from(authAccount)
      .where(isCredentialOf(userId))
      .for('share');
    if (kept?.hash !== hash) return { replacedBy: kept?.hash };
    return { token: await startSession(tx, { userId, method: 'password' }, context) };
  });
  if (token) return token;
  // Perhaps the same password was only hashed again.
  if (!replacedBy || !(await verifyPassword(replacedBy, given.password, given.caller))) return null;
  return begin(context, { userId, hash: replacedBy }, given);
}

/** Records the failure in the member's list of events, if the address belongs to a member. */
async function noteFailure(context: TokenCall['context'], email: string): Promise<void> {
  const { drizzle } = context.services.db;
  const userId = await findAddressee(drizzle, email);
  if (userId !== undefined) await noteFailedSignIn(drizzle, userId, context);
}
