import { setTimeout as sleep } from 'node:timers/promises';
import type { account } from '@kindpal/contract/account/contract';
import type { Session } from '@kindpal/contract/account/schema';
import { APIError } from 'better-auth';
import type { OpenCall } from '../access/call.ts';
import { WARN_AFTER } from '../access/limits.ts';
import { refusal } from '../wire/refusal.ts';
import { engineHeaders } from './client.ts';
import { beginAttempt, forgiveAttempt } from './failed-attempts.ts';
import { handOverSession } from './hand-over-session.ts';
import { findKnownDevice } from './known-device.ts';
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
  const signedIn = await checkPassword(input, context);
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
