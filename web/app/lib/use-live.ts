import { useEffect } from 'react';
import { loadCode } from './load-code.ts';

/**
 * Keeps this page live after its first paint, for as long as it is shown and `isWanted`. `who` is
 * the signed-in member or null: another reader is another stream. [X4]
 */
export function useLive({ who, isWanted }: { who: string | null; isWanted: boolean }): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of reader restarts the stream.
  useEffect(() => {
    if (!isWanted) return;
    let stop = () => {};
    let isGone = false;
    const start = () =>
      void loadCode(() => import('./live.ts')).then(({ startLive }) => {
        if (!isGone) stop = startLive();
      });
    const frame = requestAnimationFrame(() => setTimeout(start));
    return () => {
      isGone = true;
      cancelAnimationFrame(frame);
      stop();
    };
  }, [who, isWanted]);
}
