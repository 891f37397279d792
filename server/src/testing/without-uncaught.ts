import { setTimeout as sleep } from 'node:timers/promises';
import { expect, vi } from 'vitest';

/** Runs `work`, and fails if an error that nobody handles would have ended the process. */
export async function withoutUncaught(work: () => Promise<void>): Promise<void> {
  const uncaught = vi.fn();
  process.on('uncaughtExceptionMonitor', uncaught);
  try {
    await work();
    // Some come only after the failure that they belong to.
    await sleep(50);
  } finally {
    process.off('uncaughtExceptionMonitor', uncaught);
  }
  expect(uncaught).not.toHaveBeenCalled();
}
