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
/** How long after the response to this tab's own change its event may arrive. */
const OWN_EVENT_MS = 400;

type Wait = { timer: ReturnType<typeof setTimeout>; awaitsEvent: boolean };

/**
 * Refetches soon after a quiet period, then at most every 250 ms per target; a target with a
 * spread waits a random part of it, so that many browsers do not send requests at the same
 * instant.
 */
export class LiveQueue {
  #lastRun = new Map<string, { at: number; done: Promise<void> }>();
  #waiting = new Map<string, Wait>();

  add(target: Target): void {
    const waiting = this.#waiting.get(target.id);
    if (waiting && !waiting.awaitsEvent) return;
    const since = Date.now() - (this.#lastRun.get(target.id)?.at ?? 0);
    const delay =
      Math.max(target.isUrgent ? 0 : TOGETHER_MS, GAP_MS - since) + Math.random() * target.spreadMs;
    this.#wait(target, { delay, awaitsEvent: false });
  }

  /**
   * Refetches once after a change by this tab: with the change's own event if that arrives, or
   * without it. Resolves when that is done. `hasStream`: this tab receives events.
   */
  async addOwn(target: Target, { since, hasStream }: { since: number; hasStream: boolean }) {
    const ran = this.#lastRun.get(target.id);
    if (ran && ran.at >= since) return ran.done;
    if (!this.#waiting.has(target.id)) {
      this.#wait(target, { delay: hasStream ? OWN_EVENT_MS : 0, awaitsEvent: true });
    }
    await new Promise<void>((resolve) => this.#whenRun(target.id, resolve));
    return this.#lastRun.get(target.id)?.done;
  }

  #listeners = new Map<string, (() => void)[]>();

  #whenRun(id: string, listener: () => void): void {
    this.#listeners.set(id, [...(this.#listeners.get(id) ?? []), listener]);
  }

  #wait(target: Target, { delay, awaitsEvent }: { delay: number; awaitsEvent: boolean }): void {
    clearTimeout(this.#waiting.get(target.id)?.timer);
    const timer = setTimeout(() => this.#run(target), delay);
    this.#waiting.set(target.id, { timer, awaitsEvent });
  }

  #run(target: Target): void {
    this.#waiting.delete(target.id);
    this.#lastRun.set(target.id, { at: Date.now(), done: Promise.resolve(target.refetch()) });
    for (const listener of this.#listeners.get(target.id) ?? []) listener();
    this.#listeners.delete(target.id);
  }
}
