import { setTimeout as sleep } from 'node:timers/promises';
import { refusal } from '../transport/refusal.ts';

/** The minimum time of a failed sign-in, in ms. */
const FAILURE_MS = 150;

/**
 * Waits until a failure has taken as long as any other, so that its time reveals neither whether
 * the address is known nor how its password is hashed. `started` is from `performance.now()`. [U3]
 */
export async function waitAfterFailure(started: number): Promise<void> {
  await sleep(Math.max(0, FAILURE_MS - (performance.now() - started)));
}

/** Refuses a code whose check began at `started`. Throws TOKEN_REFUSED. [U9] */
export async function refuseToken(started: number): Promise<never> {
  await waitAfterFailure(started);
  throw refusal('TOKEN_REFUSED');
}
