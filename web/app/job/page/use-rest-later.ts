import { useDeferredValue, useEffect, useState } from 'react';

/** Whether a link opened this document, and no page has used this yet; not a reload. */
let isUnread =
  !import.meta.env.SSR &&
  performance
    .getEntriesByType('navigation')
    .some((entry) => (entry as PerformanceNavigationTiming).type === 'navigate');

/**
 * False in the first render of a document's first page that asks, so that what is below the screen
 * is rendered afterwards, in short steps. Later ones are rendered at once: when somebody goes back,
 * the scroll position needs their whole height.
 */
export function useRestLater(): boolean {
  const [isFirst] = useState(() => isUnread);
  useEffect(() => {
    isUnread = false;
  }, []);
  return useDeferredValue(true, !isFirst);
}
