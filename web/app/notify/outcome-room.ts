import { useCallback } from 'react';

/** How far down a phone's screen the first toast system reaches; 0 while it is empty. */
const ROOM = '--outcome-room';
const PHONE = '(max-width: 767.98px)';

/** Where the second system begins: at `top`, or beneath the first one where that lies in the way. */
export function belowOutcome(top: string): string {
  return `max(${top}, calc(var(${ROOM}, 0px) + 0.5rem))`;
}

/**
 * For the first system's place on the screen. On a phone it is at the top, where it hides neither
 * the button of a sheet nor the help button; the second system's toasts move down by its height.
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
