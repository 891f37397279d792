/** One thing to look at again: a name to coalesce by, how, and how far to spread the crowd. */
export type Target = { id: string; refetch: () => void; spreadMs: number };

const GAP_MS = 250;

/**
 * Looks again at once when nothing happened lately, then at most every 250 ms for each target; a
 * target with a spread waits a random part of it, so that many browsers do not ask in one instant.
 */
export class LiveQueue {
  #lastRun = new Map<string, number>();
  #waiting = new Map<string, ReturnType<typeof setTimeout>>();

  add(target: Target): void {
    if (this.#waiting.has(target.id)) return;
    const since = Date.now() - (this.#lastRun.get(target.id) ?? 0);
    const delay = Math.max(0, GAP_MS - since) + Math.random() * target.spreadMs;
    if (delay === 0) this.#run(target);
    else
      this.#waiting.set(
        target.id,
        setTimeout(() => this.#run(target), delay),
      );
  }

  #run(target: Target): void {
    this.#waiting.delete(target.id);
    this.#lastRun.set(target.id, Date.now());
    target.refetch();
  }
}
