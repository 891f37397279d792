import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** The first link of a page, shown when it has the focus: to the main part. */
export function SkipLink() {
  return (
    <a
      href="#content"
      className="fixed top-2 left-2 z-60 -translate-y-[200%] rounded-full bg-accent px-5 py-3 font-semibold text-accent-ink focus:translate-y-0"
    >
      Skip to content
    </a>
  );
}

/** After navigating inside the product, moves the focus to the start of the main part. */
export function useFocusOnArrival() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    if (!main.current?.contains(document.activeElement)) {
      main.current?.focus({ preventScroll: true });
    }
  }, [pathname]);
  return main;
}
