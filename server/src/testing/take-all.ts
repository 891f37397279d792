import type { Limiter } from '../access/limits/limiter.ts';
import type { OpenLimitName } from '../access/limits/limits.ts';

/** Takes all free places; the result is a function that returns them and gives their number. */
export function takeAll(limiter: Limiter, name: OpenLimitName, key: string): () => number {
  const held: (() => void)[] = [];
  try {
    while (true) held.push(limiter.hold(name, key));
  } catch {
    return () => {
      for (const release of held) release();
      return held.length;
    };
  }
}
