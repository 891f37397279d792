import { type RefObject, useEffect, useState } from 'react';

/** The share of an element that has to be on the screen. */
const ENOUGH = 0.25;

/** Whether an element is on the screen, at least in part. */
export function useIsInView(element: RefObject<Element | null>): boolean {
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(
      (entries) => setInView(entries.at(-1)?.isIntersecting ?? false),
      { threshold: ENOUGH },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isInView;
}
