/** A job that was just claimed is asked for by those who still see it open. */
const LATELY_MS = 1_000;

/** The claims of each job that are under way in this process, or lately were. */
export type ClaimTurns = {
  /** Waits for another claim of the job to end; false when there was none. */
  waitForOther(jobId: string): Promise<boolean>;
  /** Runs a claim, for which those that come meanwhile wait. */
  take<T>(jobId: string, claim: () => Promise<T>): Promise<T>;
};

/**
 * In a race for a job all but the first would wait for its lock in PostgreSQL, each on a connection,
 * to find it taken. Who waits here instead costs nothing, and then only has to read how the job
 * stands. This decides nothing: among those who find it open PostgreSQL chooses, as among nodes.
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
      const ended = running.then(forgetSoon, forgetSoon);
      latest.set(jobId, ended);
      return running;

      function forgetSoon() {
        const forget = () => latest.get(jobId) === ended && latest.delete(jobId);
        setTimeout(forget, LATELY_MS).unref();
      }
    },
  };
}
