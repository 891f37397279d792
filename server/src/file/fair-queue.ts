/**
 * Runs work one piece at a time, round robin by owner: one piece waits for at most one of each
 * other owner, however much they have queued.
 */
export function createFairQueue({ most, share }: { most: number; share: number }) {
  /** Owners in the order of their turns, each with their queued work. */
  const turns = new Map<string, (() => Promise<void>)[]>();
  const counts = new Map<string, number>();
  let total = 0;
  let working: Promise<void> | null = null;

  function count(owner: string, change: number): void {
    total += change;
    const own = (counts.get(owner) ?? 0) + change;
    if (own > 0) counts.set(owner, own);
    else counts.delete(owner);
  }

  async function work(): Promise<void> {
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
    working = null;
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
        working ??= work();
      });
    },
    /** Resolves when nothing is waiting. */
    async idle(): Promise<void> {
      await working;
    },
  };
}
