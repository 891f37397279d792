import type { ChangeEvent, LiveTable } from '@kindpal/contract/live/schema';
import { useEffect, useEffectEvent } from 'react';
import { onChange } from './live.ts';

/** Hears each change of one table while its caller is on the page. [X4] */
export function useChange(table: LiveTable, heard: (event: ChangeEvent) => void): void {
  const tell = useEffectEvent(heard);
  useEffect(() => onChange((event) => event.table === table && tell(event)), [table]);
}
