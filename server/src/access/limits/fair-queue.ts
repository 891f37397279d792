type Options = {
  /** The limits of `fullFor`. */
  most?: number;
  share?: number;
  /** Pieces that run at the same time. */
  atOnce?: number;
};

/**
 * Runs work in a few pieces at a time, round robin by owner: one piece waits for at most one of
 * each other owner, besides those running, however much they have queued.
 */
export function createFairQueue({ most = Infinity, share = Infinity, atOnce = 1 }: Options) {
  /** Owners in the order of their turns, each with their queued work. */
  const turns = new Map<string, (() => Promise<void>)[]>();
  const counts = new Map<string, number>();
  let total = 0;
  let working = 0;
  let worked = Promise.resolve();

  function count(owner: string, change: number): void {
    total += change;
    const own = (counts.get(owner) ?? 0) + change;
    if (own > 0) counts.set(owner, own);
    else counts.delete(owner);
  }

  async function work(): Promise<void> {
    working += 1;
    for (let [turn] = turns; turn; [turn] = turns) {
      const [owner, [next, ...rest]] = turn;
      turns.delete(owner);
      if (rest.length > 0) turns.set(owner, rest);
      await next?.();
      count(owner, -1);
      // Behind the owners that came meanwhile.
      const left = turns.get(owner);
      turns.delete(owner);
      if (left) turns.set(owner, left);
    }
    working -= 1;
  }

  function startWork(): void {
    if (working >= atOnce) return;
    const earlier = worked;
    worked = work().then(() => earlier);
  }

  return {
    /**
     * Which limit leaves no room for another piece, waiting or running: the owner's, or the
     * total; else null.
     */
    fullFor(owner: string): 'own' | 'all' | null {
      if ((counts.get(owner) ?? 0) >= share) return 'own';
      return total >= most ? 'all' : null;
    },
    add<T>(owner: string, task: () => Promise<T>): Promise<T> {
      count(owner, 1);
      return new Promise((resolve, reject) => {
        const run = () => task().then(resolve, reject);
        turns.set(owner, [...(turns.get(owner) ?? []), run]);
        startWork();
      });
    },
    /** Resolves when nothing is waiting or running. */
    async idle(): Promise<void> {
      await worked;
    },
  };
}
