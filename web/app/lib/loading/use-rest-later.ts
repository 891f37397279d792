import { startTransition, useDeferredValue, useEffect, useState } from 'react';
import { isFirstPage } from '../calls/first-page.ts';
import { whenIdle } from '../when-idle.ts';

/** Whether a link opened this document: a reload needs the height for the scroll position. */
const isLinked =
  !import.meta.env.SSR &&
  (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)
    ?.type === 'navigate';
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

/**
 * What the layout of all pages renders: in a document that a link opened, the bar alone first, then
 * the page in short steps, and once the browser is idle what every page has below the screen.
 * Otherwise, and in a prerendered page, all at once. An anchor has to exist when the page begins.
 */
export function useOpening(): { showsPage: boolean; showsRest: boolean } {
  const [isOpening, setOpening] = useState(
    () => isLinked && isFirstPage() && !window.location.hash,
  );
  const showsPage = useDeferredValue(true, !isOpening);
  useEffect(() => (isOpening ? whenIdle(() => setOpening(false)) : undefined), [isOpening]);
  return { showsPage, showsRest: !isOpening };
}
