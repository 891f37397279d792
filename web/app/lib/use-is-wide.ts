import { useSyncExternalStore } from 'react';

const QUERY = '(min-width: 48rem)';

function subscribe(listener: () => void): () => void {
  const wide = window.matchMedia(QUERY);
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
}

/** Whether the one breakpoint of the product, 768 px, is passed. [P11] */
export function isWide(): boolean {
  return window.matchMedia(QUERY).matches;
}

/** Follows it; prerendered pages count as wide. [P11] */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, isWide, () => true);
}
