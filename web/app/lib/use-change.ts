import type { ChangeEvent } from '@kindpal/contract/live/schema';
import type { LiveTable } from '@kindpal/contract/live/tables';
import { useEffect, useEffectEvent } from 'react';
import { onChange } from './live/live.ts';

/** Calls back on each change of a table while its component is mounted. [X4] */
export function useChange(table: LiveTable, listener: (event: ChangeEvent) => void): void {
  const onEvent = useEffectEvent(listener);
  useEffect(() => onChange((event) => event.table === table && onEvent(event)), [table]);
}
