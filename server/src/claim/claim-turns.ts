/** For how long after a claim others, who still see the job as open, send theirs. */
const RECENT_MS = 1_000;

/** The current and recent claims of each job in this process. */
export type ClaimTurns = {
  /** Waits for another claim of the job to finish; false when there was none. */
  waitForOther(jobId: string): Promise<boolean>;
  /** Runs a claim; later ones wait for it. */
  take<T>(jobId: string, claim: () => Promise<T>): Promise<T>;
};

/**
 * In a race, all but the first claim would wait for the row lock in PostgreSQL, each on a
 * connection, only to find the job taken. Waiting here is free, and afterwards one read of the
 * job's state is enough. This decides nothing: PostgreSQL picks the winner, also across nodes.
 */
export function createClaimTurns(): ClaimTurns {
  const latest = new Map<string, Promise<unknown>>();
  return {
    async waitForOther(jobId) {
      const other = latest.get(jobId);
      await other;
      return other !== undefined;
    },
    take(jobId, claim) {
      const running = claim();
      const ended = running.then(deleteLater, deleteLater);
      latest.set(jobId, ended);
      return running;

      function deleteLater() {
        const deleteNow = () => latest.get(jobId) === ended && latest.delete(jobId);
        setTimeout(deleteNow, RECENT_MS).unref();
      }
    },
  };
}
