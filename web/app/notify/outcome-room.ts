import { useCallback } from 'react';
import { ongoingToast } from './constants.ts';

/** How far down a narrow screen the first toast system reaches; 0 while empty. */
const ROOM = '--outcome-room';
/** Its height, on any screen. */
const HEIGHT = '--outcome-height';
/** How much room a page that fills the window leaves for it; 0 while empty. */
const TAKEN = '--outcome-taken';
/** Where a form leaves no margin that a toast would fit into: toasts are at the top. */
export const NARROW = '(width < 80rem)';

/** The top of the second system: below the bar, and below the first one if that is in the way. */
export const BELOW_OUTCOME = `max(var(--below-bar), calc(var(${ROOM}, 0px) + 0.5rem))`;

/** The second system's distance from the bottom: above the first one and a chat's text box. */
export const ABOVE_OUTCOME = `calc(var(${HEIGHT}, 0px) + var(--text-box, 0px) + ${ongoingToast.offsetPx}px)`;

/**
 * Measures the first system's place on the screen. Below 1280 px it is at the top, where it hides
 * neither the fields of a form nor a sheet's buttons; the second system's toasts move down by its
 * height.
 */
export function useRoomForOngoing() {
  return useCallback((place: HTMLElement | null) => {
    if (!place) return;
    const root = document.documentElement;
    const observer = new ResizeObserver(() => {
      const { height } = place.getBoundingClientRect();
      const isInTheWay = height > 0 && matchMedia(NARROW).matches;
      // Not its position, which differs while a sheet is open.
      root.style.setProperty(ROOM, isInTheWay ? `calc(var(--below-bar) + ${height}px)` : '0px');
      root.style.setProperty(HEIGHT, `${height}px`);
      const taken = `calc(${height}px + var(--below-bar) - var(--bar) + 0.25rem)`;
      root.style.setProperty(TAKEN, height > 0 ? taken : '0px');
    });
    observer.observe(place);
    return () => {
      observer.disconnect();
      root.style.removeProperty(ROOM);
      root.style.removeProperty(HEIGHT);
      root.style.removeProperty(TAKEN);
    };
  }, []);
}
