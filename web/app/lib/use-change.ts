import type { ChangeEvent, LiveTable } from '@kindpal/contract/live/schema';
import { useEffect, useEffectEvent } from 'react';
import { loadCode } from './load-code.ts';

/** Hears each change of one table while its caller is on the page. [X4] */
export function useChange(table: LiveTable, heard: (event: ChangeEvent) => void): void {
  const tell = useEffectEvent(heard);
  useEffect(() => {
    let stop = () => {};
    let isGone = false;
    void loadCode(() => import('./live.ts')).then(({ onChange }) => {
      if (!isGone) stop = onChange((event) => event.table === table && tell(event));
    });
    return () => {
      isGone = true;
      stop();
    };
  }, [table]);
}
