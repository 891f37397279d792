import type { RequestContext } from '../access/context.ts';
import type { LimitName } from '../access/limits/limits.ts';

/**
 * Runs what nobody can guess, and counts only failures: others in the same network cannot keep a
 * valid link or passkey from working. Beyond the limit, a failure throws TOO_MANY_REQUESTS. [U3]
 */
export async function countFailure<T>(
  { services, ip }: RequestContext,
  rule: Extract<LimitName, `${string}_by_ip`>,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    await services.limiter.consume(rule, ip);
    throw error;
  }
}
