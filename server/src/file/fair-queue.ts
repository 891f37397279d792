/**
 * Runs work one after the other, in turns of those it is for: somebody with one piece waits for one of
 * each of the others, however much they have brought.
 */
export function createFairQueue({ most, share }: { most: number; share: number }) {
  /** Those who wait, in the order of their turns, each with their work in its order. */
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
      // Behind those who came meanwhile.
      const left = turns.get(owner);
      turns.delete(owner);
      if (left) turns.set(owner, left);
    }
    working = null;
  }

  return {
    /** Who has no room for one more of theirs, waiting or being worked on: they, or all; else null. */
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
    /** Settles when nothing waits any more. */
    async idle(): Promise<void> {
      await working;
    },
  };
}
