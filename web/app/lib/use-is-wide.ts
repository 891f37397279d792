import { useMedia } from './store.ts';

const QUERY = '(min-width: 48rem)';

/** Whether the window is at least as wide as the product's single breakpoint, 768 px. [P11] */
export function isWide(): boolean {
  return window.matchMedia(QUERY).matches;
}

/** The same as a hook; prerendered pages count as wide. [P11] */
export function useIsWide(): boolean {
  return useMedia(QUERY);
}
