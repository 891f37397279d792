import type { EffectCallback } from 'react';

let waiting: EffectCallback[] = [];

/**
 * What a test puts over `react` with `vi.mock`, so that it can run effects: rendering to a string
 * runs none.
 */
export const hooks = {
  useEffect: (effect: EffectCallback) => void waiting.push(effect),
  useEffectEvent: <Callback>(callback: Callback): Callback => callback,
};

/** Runs the effects of what was rendered since, like a browser; returns what unmounts it. */
export function runEffects(): () => void {
  const ends = waiting.map((effect) => effect());
  waiting = [];
  return () => {
    for (const end of ends) end?.();
  };
}
