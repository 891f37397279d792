import { ORPCError } from '@orpc/server';
import type { RequestContext } from '../access/context.ts';
import type { LimitName } from '../access/limits/limits.ts';

/** The refusals of what a stranger may have made up. */
const GUESSES = new Set([
  'TOKEN_REFUSED',
  'PASSKEY_REFUSED',
  'WEBAUTHN_CHALLENGE_EXPIRED',
  'BAD_CODE_VERIFIER',
]);

/**
 * Runs what nobody can guess, and counts only refused guesses: others in the same network cannot
 * keep a valid link or passkey from working. Beyond the limit, a refused guess throws
 * TOO_MANY_REQUESTS. [U3]
 */
export async function countFailure<T>(
  { services, ip }: RequestContext,
  rule: Extract<LimitName, `${string}_by_ip`>,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const isGuess = error instanceof ORPCError && GUESSES.has(error.code);
    if (isGuess) await services.limiter.consume(rule, ip);
    throw error;
  }
}
