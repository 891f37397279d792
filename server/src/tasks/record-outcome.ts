import { setTimeout as sleep } from 'node:timers/promises';
import { isAway } from '../db/refuses-now.ts';

/** Between two attempts to write. */
const AGAIN_MS = 250;

/**
 * Writes the outcome of what has left this process, such as an email. While the database is away it
 * tries again: if the task failed, the queue would send the email once more. Ends with the signal.
 */
export async function recordOutcome(
  write: () => Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    try {
      await write();
      return;
    } catch (error) {
      if (!isAway(error)) throw error;
      await sleep(AGAIN_MS, undefined, { signal });
    }
  }
}
