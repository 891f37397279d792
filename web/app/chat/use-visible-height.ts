import { type RefObject, useLayoutEffect } from 'react';

/**
 * Keeps `--visible-height` of an element at what an on-screen keyboard leaves of the screen: most
 * keyboards lie over the page, and no unit of CSS knows of them. [M2]
 */
export function useVisibleHeight(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const screen = window.visualViewport;
    if (!screen) return;
    // Zoomed in, less of the page is seen, and nothing lies over it.
    const measure = () =>
      element.current?.style.setProperty('--visible-height', `${screen.height * screen.scale}px`);
    measure();
    screen.addEventListener('resize', measure);
    return () => screen.removeEventListener('resize', measure);
  }, [element]);
}
