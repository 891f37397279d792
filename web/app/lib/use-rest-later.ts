import { useDeferredValue, useEffect, useState } from 'react';

/** Whether nobody has scrolled in this document yet: it was opened by a link, not reloaded. */
let isUnread =
  !import.meta.env.SSR &&
  performance
    .getEntriesByType('navigation')
    .some((entry) => (entry as PerformanceNavigationTiming).type === 'navigate');

/**
 * False in the first render of the page that a browser opens, so that what is below the screen is
 * rendered afterwards, in short steps. Other pages are rendered at once: when somebody goes back,
 * the scroll position needs their whole height.
 */
export function useRestLater(): boolean {
  const [isFirst] = useState(() => isUnread);
  useEffect(() => {
    isUnread = false;
  }, []);
  return useDeferredValue(true, !isFirst);
}
