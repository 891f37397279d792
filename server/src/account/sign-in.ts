import { setTimeout as sleep } from 'node:timers/promises';
import type { account } from '@kindpal/contract/account/contract';
import type { Session } from '@kindpal/contract/account/schema';
import { APIError } from 'better-auth';
import { and, eq } from 'drizzle-orm';
import type { OpenCall } from '../access/call.ts';
import { WARN_AFTER } from '../access/limits.ts';
import { authAccount, authSession, authUser } from '../db/schema/account.ts';
import type { Services } from '../services.ts';
import { refusal } from '../transport/refusal.ts';
import { isCredentialOf } from './change-password.ts';
import { engineHeaders } from './client.ts';
import { beginAttempt, forgiveAttempt } from './failed-attempts.ts';
import { handOverSession } from './hand-over-session.ts';
import { findKnownDevice } from './known-device.ts';
import { verifyPassword } from './passwords.ts';
import { queueFailureWarning } from './warn-of-failures.ts';

type TokenCall = OpenCall<typeof account.token>;
export type PasswordGrant = Extract<TokenCall['input'], { grant_type: 'password' }>;

/** A failure takes at least this long, in ms, whichever hash the password was compared with. */
const FAILURE_MS = 150;

/**
 * Signs in with a password. An unknown address, a wrong password and a suspended member are told
 * the same after the same work: the engine hashes where it has nothing to compare. Failures make
 * the next attempt wait, for known and unknown addresses alike; a device that the account knows
 * waits for its own failures only. [U3] Throws WRONG_CREDENTIALS, TOO_MANY_REQUESTS.
 */
export async function signIn(
  input: PasswordGrant,
  context: TokenCall['context'],
): Promise<Session> {
  const { services, ip } = context;
  const { email, return_tokens: returnTokens } = input;
  const started = performance.now();
  await services.limiter.consume('sign_in_by_ip', ip);
  const attempt = { ip, email, device: await findKnownDevice(context, email) };
  const failures = await beginAttempt(services, attempt);
  const hash = await findHash(services, email);
  const signedIn = await checkPassword(input, context);
  if (signedIn) await endIfPasswordChanged(services, { hash, input, ...signedIn.response });
  if (!signedIn) {
    if (failures >= WARN_AFTER) await queueFailureWarning(services, email);
    await sleep(Math.max(0, FAILURE_MS - (performance.now() - started)));
    throw refusal('WRONG_CREDENTIALS');
  }
  await forgiveAttempt(services, attempt);
  await services.limiter.giveBack('sign_in_by_ip', ip);
  const { response, headers } = signedIn;
  return handOverSession(context, { token: response.token, headers, returnTokens });
}

async function findHash({ db }: Services, email: string): Promise<string | null> {
  const [own] = await db.drizzle
    .select({ hash: authAccount.password })
    .from(authUser)
    .innerJoin(authAccount, eq(authAccount.userId, authUser.id))
    .where(and(eq(authUser.email, email), eq(authAccount.providerId, 'credential')));
  return own?.hash ?? null;
}

type NewSession = {
  /** What the password was compared with, or older. */
  hash: string | null;
  input: PasswordGrant;
  user: { id: string };
  token: string;
};

/**
 * Ends a new session whose password was replaced while it was being checked. Whatever replaces one
 * writes the row before it ends the sessions: with the row locked, either they see this session or
 * it sees the new password. Throws WRONG_CREDENTIALS.
 */
async function endIfPasswordChanged(services: Services, session: NewSession): Promise<void> {
  const { db } = services;
  const [now] = await db.drizzle.transaction((tx) =>
    tx
      .select({ hash: authAccount.password })
      .from(authAccount)
      .where(isCredentialOf(session.user.id))
      .for('share'),
  );
  const hash = now?.hash ?? null;
  if (hash && hash === session.hash) return;
  // The same password may have been hashed again.
  if (hash && (await verifyPassword(hash, session.input.password))) {
    return endIfPasswordChanged(services, { ...session, hash });
  }
  await db.drizzle.delete(authSession).where(eq(authSession.token, session.token));
  throw refusal('WRONG_CREDENTIALS');
}

/** The engine's session, or null for whatever it refuses. */
async function checkPassword({ email, password }: PasswordGrant, context: TokenCall['context']) {
  try {
    return await context.services.auth.api.signInEmail({
      body: { email, password },
      headers: engineHeaders(context),
      returnHeaders: true,
    });
  } catch (error) {
    if (error instanceof APIError && error.statusCode < 500) return null;
    throw error;
  }
}
