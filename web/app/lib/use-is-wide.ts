import { useMedia } from './store.ts';

const QUERY = '(min-width: 48rem)';

/** Whether the one breakpoint of the product, 768 px, is passed. [P11] */
export function isWide(): boolean {
  return window.matchMedia(QUERY).matches;
}

/** Follows it; prerendered pages count as wide. [P11] */
export function useIsWide(): boolean {
  return useMedia(QUERY);
}
