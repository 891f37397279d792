/** One thing to look at again: a name to coalesce by, how, and how far to spread the crowd. */
export type Target = {
  id: string;
  refetch: () => Promise<void> | void;
  spreadMs: number;
  /** A change of it comes alone and is waited for: it does not wait for others of its transaction. */
  isAlone?: boolean;
};

const GAP_MS = 250;
/** The changes of one transaction arrive one after the other within this time. */
const TOGETHER_MS = 20;
/** How long the news of one's own change may take after its answer. */
const OWN_NEWS_MS = 400;

type Wait = { timer: ReturnType<typeof setTimeout>; isForNews: boolean };

/**
 * Looks again soon when nothing happened lately, then at most every 250 ms for each target; a target
 * with a spread waits a random part of it, so that many browsers do not ask in one instant.
 */
export class LiveQueue {
  #lastRun = new Map<string, { at: number; done: Promise<void> }>();
  #waiting = new Map<string, Wait>();

  add(target: Target): void {
    const waiting = this.#waiting.get(target.id);
    if (waiting && !waiting.isForNews) return;
    const since = Date.now() - (this.#lastRun.get(target.id)?.at ?? 0);
    const delay =
      Math.max(target.isAlone ? 0 : TOGETHER_MS, GAP_MS - since) + Math.random() * target.spreadMs;
    this.#wait(target, { delay, isForNews: false });
  }

  /**
   * Looks again at what this tab changed itself, since it asked for the change: once, with the news
   * of it where that comes, or by itself. Resolves when that is done. `hasNews`: a stream runs.
   */
  async addOwn(target: Target, { since, hasNews }: { since: number; hasNews: boolean }) {
    const ran = this.#lastRun.get(target.id);
    if (ran && ran.at >= since) return ran.done;
    if (!this.#waiting.has(target.id)) {
      this.#wait(target, { delay: hasNews ? OWN_NEWS_MS : 0, isForNews: true });
    }
    await new Promise<void>((resolve) => this.#whenRun(target.id, resolve));
    return this.#lastRun.get(target.id)?.done;
  }

  #listeners = new Map<string, (() => void)[]>();

  #whenRun(id: string, listener: () => void): void {
    this.#listeners.set(id, [...(this.#listeners.get(id) ?? []), listener]);
  }

  #wait(target: Target, { delay, isForNews }: { delay: number; isForNews: boolean }): void {
    clearTimeout(this.#waiting.get(target.id)?.timer);
    const timer = setTimeout(() => this.#run(target), delay);
    this.#waiting.set(target.id, { timer, isForNews });
  }

  #run(target: Target): void {
    this.#waiting.delete(target.id);
    this.#lastRun.set(target.id, { at: Date.now(), done: Promise.resolve(target.refetch()) });
    for (const listener of this.#listeners.get(target.id) ?? []) listener();
    this.#listeners.delete(target.id);
  }
}
