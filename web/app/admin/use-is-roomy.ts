import { useSyncExternalStore } from 'react';

const QUERY = '(min-width: 75rem)';

function subscribe(listener: () => void): () => void {
  const roomy = window.matchMedia(QUERY);
  roomy.addEventListener('change', listener);
  return () => roomy.removeEventListener('change', listener);
}

/** Whether a table of several columns fits beside the sidebar. */
export function useIsRoomy(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(QUERY).matches,
    () => true,
  );
}
