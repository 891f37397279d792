/**
 * Something to refetch: an id to coalesce by, how to refetch it, and how far to spread the
 * requests of many browsers.
 */
export type Target = {
  id: string;
  refetch: () => Promise<void> | void;
  spreadMs: number;
  /** Refetched at once: its changes come one per transaction, so there is nothing to wait for. */
  isUrgent?: boolean;
};

const GAP_MS = 250;
/** The changes of one transaction arrive within this time. */
const TOGETHER_MS = 20;
/**
 * A refetch that takes this long may be stuck: only then does a later change start another, which
 * cancels it.
 */
export const STUCK_MS = 10_000;
/** How long after the response to this tab's own change its event may arrive. */
const OWN_EVENT_MS = 400;

/** `busyUntil` is 0 once it is done. */
type Run = { at: number; done: Promise<void>; busyUntil: number };
type Wait = {
  timer: ReturnType<typeof setTimeout>;
  awaitsEvent: boolean;
  whenRun: (() => void)[];
};

/**
 * Refetches soon after a quiet period, then at most every 250 ms per target, and not before its
 * last refetch is done: changes that come faster than a long list is fetched must not cancel it
 * again and again. A target with a spread waits a random part of it, so that many browsers do not
 * send requests at the same instant.
 */
export class LiveQueue {
  #lastRun = new Map<string, Run>();
  #waiting = new Map<string, Wait>();

  add(target: Target): void {
    const waiting = this.#waiting.get(target.id);
    if (waiting && !waiting.awaitsEvent) return;
    const since = Date.now() - (this.#lastRun.get(target.id)?.at ?? 0);
    const delay =
      Math.max(target.isUrgent ? 0 : TOGETHER_MS, GAP_MS - since) + Math.random() * target.spreadMs;
    this.#wait(target, delay);
  }

  /**
   * Refetches once after a change by this tab: with the change's own event if that arrives, or
   * without it. Resolves when that is done. `hasStream`: this tab receives events.
   */
  async addOwn(target: Target, { since, hasStream }: { since: number; hasStream: boolean }) {
    const ran = this.#lastRun.get(target.id);
    if (ran && ran.at >= since) return ran.done;
    const delay = hasStream ? OWN_EVENT_MS : 0;
    const waiting = this.#waiting.get(target.id) ?? this.#wait(target, delay, true);
    await new Promise<void>((resolve) => waiting.whenRun.push(resolve));
    return this.#lastRun.get(target.id)?.done;
  }

  #wait(target: Target, delay: number, awaitsEvent = false): Wait {
    const before = this.#waiting.get(target.id);
    clearTimeout(before?.timer);
    const timer = setTimeout(() => this.#run(target), delay);
    const wait = { timer, awaitsEvent, whenRun: before?.whenRun ?? [] };
    this.#waiting.set(target.id, wait);
    return wait;
  }

  #run(target: Target): void {
    const at = Date.now();
    if (at < (this.#lastRun.get(target.id)?.busyUntil ?? 0)) {
      this.#wait(target, GAP_MS);
      return;
    }
    const waiting = this.#waiting.get(target.id);
    this.#waiting.delete(target.id);
    const done = Promise.resolve(target.refetch());
    const run: Run = { at, done, busyUntil: at + STUCK_MS };
    const end = () => {
      run.busyUntil = 0;
    };
    done.then(end, end);
    this.#lastRun.set(target.id, run);
    for (const listener of waiting?.whenRun ?? []) listener();
  }
}
