import { setTimeout as sleep } from 'node:timers/promises';
import { refusal } from '../transport/refusal.ts';

/**
 * The minimum time of a refused code, in ms, so that it does not reveal whether the address is
 * known.
 */
const FAILURE_MS = 150;

/** Refuses a code checked at `started`. Throws TOKEN_REFUSED. [U9] */
export async function refuseToken(started: number): Promise<never> {
  await sleep(Math.max(0, FAILURE_MS - (performance.now() - started)));
  throw refusal('TOKEN_REFUSED');
}
