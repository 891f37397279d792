import { useCallback } from 'react';

/** How far down a phone's screen the first toast system reaches; 0 while empty. */
const ROOM = '--outcome-room';
const PHONE = '(max-width: 767.98px)';

/** The top of the second system: `top`, or below the first one if that is in the way. */
export function belowOutcome(top: string): string {
  return `max(${top}, calc(var(${ROOM}, 0px) + 0.5rem))`;
}

/**
 * Measures the first system's place on the screen. On a phone it is at the top, where it hides
 * neither a sheet's buttons nor the help button; the second system's toasts move down by its
 * height.
 */
export function useRoomForOngoing() {
  return useCallback((place: HTMLElement | null) => {
    if (!place) return;
    const root = document.documentElement;
    const observer = new ResizeObserver(() => {
      const { height, bottom } = place.getBoundingClientRect();
      const isInTheWay = height > 0 && matchMedia(PHONE).matches;
      root.style.setProperty(ROOM, isInTheWay ? `${bottom}px` : '0px');
    });
    observer.observe(place);
    return () => {
      observer.disconnect();
      root.style.removeProperty(ROOM);
    };
  }, []);
}
