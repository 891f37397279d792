import { useEffect } from 'react';
import { whenIdle } from '../when-idle.ts';
import { startLive } from './live.ts';

/**
 * Keeps this page live after its first paint, while it is shown and `isWanted`. `who` is the
 * signed-in member or null: another member needs another stream. [X4]
 */
export function useLive({ who, isWanted }: { who: string | null; isWanted: boolean }): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of member restarts the stream.
  useEffect(() => {
    if (!isWanted) return;
    let stop = () => {};
    const cancel = whenIdle(() => {
      stop = startLive();
    });
    return () => {
      cancel();
      stop();
    };
  }, [who, isWanted]);
}
