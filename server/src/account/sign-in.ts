import { setTimeout as sleep } from 'node:timers/promises';
import type { account } from '@kindpal/contract/account/contract';
import type { Session } from '@kindpal/contract/account/schema';
import { and, eq } from 'drizzle-orm';
import type { OpenCall } from '../access/call.ts';
import { WARN_AFTER } from '../access/limits.ts';
import { authAccount, authUser } from '../db/schema/account.ts';
import { findSuspension } from '../moderation/queries.ts';
import { suspensionToken } from '../moderation/suspension-link.ts';
import { noteFailedSignIn } from '../security/note-security-event.ts';
import type { Services } from '../services.ts';
import { refusal } from '../transport/refusal.ts';
import { isCredentialOf } from './credential.ts';
import { beginAttempt, forgiveAttempt } from './failed-attempts.ts';
import { handOverSession } from './hand-over-session.ts';
import { findKnownDevice } from './known-device.ts';
import { hashPassword, isOutdated, verifyPassword } from './passwords.ts';
import { admitMember, startSession } from './start-session.ts';
import { queueFailureWarning } from './warn-of-failures.ts';

type TokenCall = OpenCall<typeof account.token>;
export type PasswordGrant = Extract<TokenCall['input'], { grant_type: 'password' }>;

/** A failure takes at least this long, in ms, whichever hash the password was compared with. */
const FAILURE_MS = 150;

/**
 * Signs in with a password. An unknown address and a wrong password are told the same after the same
 * work; a suspended member hears so with the right password only. Failures make the next attempt
 * wait, for known and unknown addresses alike; a known device waits for its own failures only. [U3]
 * Throws WRONG_CREDENTIALS, ACCOUNT_SUSPENDED, TOO_MANY_REQUESTS.
 */
export async function signIn(
  input: PasswordGrant,
  context: TokenCall['context'],
): Promise<Session> {
  const { services, ip } = context;
  const { email, password, return_tokens: returnTokens } = input;
  const started = performance.now();
  await services.limiter.consume('sign_in_by_ip', ip);
  const attempt = { ip, email, device: await findKnownDevice(context, email) };
  const failures = await beginAttempt(services, attempt);
  const checked = await checkPassword(services, email, password);
  const token = checked && (await begin(context, checked, password));
  if (!token) {
    if (checked) await tellSuspension(context, attempt, checked);
    await noteFailure(context, email);
    if (failures >= WARN_AFTER) await queueFailureWarning(services, email);
    await sleep(Math.max(0, FAILURE_MS - (performance.now() - started)));
    throw refusal('WRONG_CREDENTIALS');
  }
  await forgiveAttempt(services, attempt);
  await services.limiter.giveBack('sign_in_by_ip', ip);
  return handOverSession(context, { token, returnTokens });
}

/**
 * Who brings the right password of a suspended account is told so, with the link that opens the reason.
 * Throws ACCOUNT_SUSPENDED.
 */
async function tellSuspension(
  { services, ip }: TokenCall['context'],
  attempt: Parameters<typeof forgiveAttempt>[1],
  { userId }: Checked,
): Promise<void> {
  const suspension = await findSuspension(services.db.drizzle, userId);
  if (!suspension) return;
  await forgiveAttempt(services, attempt);
  await services.limiter.giveBack('sign_in_by_ip', ip);
  throw refusal('ACCOUNT_SUSPENDED', { token: suspensionToken(services, suspension.id) });
}

/** Whose password it is, and the hash that it was compared with. */
type Checked = { userId: string; hash: string };

async function checkPassword(
  services: Services,
  email: string,
  password: string,
): Promise<Checked | null> {
  const { db } = services;
  const [own] = await db.drizzle
    .select({ userId: authUser.id, hash: authAccount.password })
    .from(authUser)
    .innerJoin(authAccount, eq(authAccount.userId, authUser.id))
    .where(and(eq(authUser.email, email), eq(authAccount.providerId, 'credential')));
  if (!own?.hash) {
    // Where there is nothing to compare, the work is the same.
    await hashPassword(password);
    return null;
  }
  if (!(await verifyPassword(own.hash, password))) return null;
  const hash = isOutdated(own.hash) ? await renewHash(services, own.hash, password) : own.hash;
  return { userId: own.userId, hash };
}

/** Hashes a password again that was hashed with a former setting. [U3] */
async function renewHash({ db }: Services, former: string, password: string): Promise<string> {
  const renewed = await hashPassword(password);
  // By the salted hash itself: a password that was changed meanwhile stays as it is.
  await db.drizzle
    .update(authAccount)
    .set({ password: renewed })
    .where(eq(authAccount.password, former));
  return renewed;
}

/**
 * Starts the session, unless the member is suspended or the password was replaced while it was being
 * checked. Whatever replaces one writes the row before it ends the sessions: with the row locked,
 * either they see this session or it sees the new password.
 */
async function begin(
  context: TokenCall['context'],
  { userId, hash }: Checked,
  password: string,
): Promise<string | null> {
  const { db } = context.services;
  const { token, replacedBy } = await db.drizzle.transaction(async (tx) => {
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
  // The same password may have been hashed again.
  if (!replacedBy || !(await verifyPassword(replacedBy, password))) return null;
  return begin(context, { userId, hash: replacedBy }, password);
}

/** Writes the failure into the list that the member reads, if the address is a member's. */
async function noteFailure(context: TokenCall['context'], email: string): Promise<void> {
  const { drizzle } = context.services.db;
  const [member] = await drizzle
    .select({ id: authUser.id })
    .from(authUser)
    .where(eq(authUser.email, email));
  if (member) await noteFailedSignIn(drizzle, member.id, context);
}
