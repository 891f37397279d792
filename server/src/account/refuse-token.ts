import { setTimeout as sleep } from 'node:timers/promises';
import { refusal } from '../transport/refusal.ts';

/** A refused code takes at least this long, in ms, whether the address is known or not. */
const FAILURE_MS = 150;

/** Refuses a code that was asked about at `started`. Throws TOKEN_REFUSED. [U9] */
export async function refuseToken(started: number): Promise<never> {
  await sleep(Math.max(0, FAILURE_MS - (performance.now() - started)));
  throw refusal('TOKEN_REFUSED');
}
