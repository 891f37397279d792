import { startTransition, useDeferredValue, useEffect, useState } from 'react';

/** Whether a link opened this document: a reload needs the height for the scroll position. */
const isLinked =
  !import.meta.env.SSR &&
  performance
    .getEntriesByType('navigation')
    .some((entry) => (entry as PerformanceNavigationTiming).type === 'navigate');
/** Whether no page has used this yet. */
let isUnread = isLinked;

/** How many rows of a list are rendered at once in a document's first page; they fill a phone. */
const STEP = 4;

function useIsFirst(): boolean {
  const [isFirst] = useState(() => isUnread);
  useEffect(() => {
    isUnread = false;
  }, []);
  return isFirst;
}

/**
 * False in the first render of a document's first page that asks, so that what is below the screen
 * is rendered afterwards, in short steps. Later ones are rendered at once: when somebody goes back,
 * the scroll position needs their whole height.
 */
export function useRestLater(): boolean {
  const isFirst = useIsFirst();
  return useDeferredValue(true, !isFirst);
}

/** The same for a list: its first rows, and after each frame some more. */
export function useRowsLater<Row>(rows: Row[]): Row[] {
  const isFirst = useIsFirst();
  const [count, setCount] = useState(isFirst ? STEP : Number.POSITIVE_INFINITY);
  useEffect(() => {
    if (count < rows.length) startTransition(() => setCount(count + STEP));
  }, [count, rows.length]);
  return count < rows.length ? rows.slice(0, count) : rows;
}
