import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '~/account/session/use-session.ts';
import { ConnectionLine } from './connection-line.tsx';
import { Footer } from './footer.tsx';
import { TopBar } from './top-bar.tsx';

/**
 * The layout of every page: skip link, bar, the page, footer. Pages have no `main` of their own.
 */
export function Shell({ children }: { children: ReactNode }) {
  const main = useFocusOnArrival();
  const session = useSession();
  // The head script's guess holds until the session is known, or can't be requested.
  const isVisitor = session.status === 'loading' ? session.isUnreachable : !session.user;
  useEffect(() => {
    if (isVisitor) delete document.documentElement.dataset.expects;
  }, [isVisitor]);
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="fixed top-2 left-2 z-60 -translate-y-[200%] rounded-full bg-accent px-5 py-3 font-semibold text-accent-ink focus:translate-y-0"
      >
        Skip to content
      </a>
      <TopBar session={session} />
      <ConnectionLine />
      {/* Fills the first screen, so that the footer does not jump while a page is loading. */}
      <main
        ref={main}
        id="content"
        tabIndex={-1}
        className="min-h-[calc(100lvh-var(--bar))] flex-1 outline-none"
      >
        {children}
      </main>
      <Footer isMember={session.user !== null} />
    </div>
  );
}

/** After navigating inside the product, moves the focus to the start of the page. */
function useFocusOnArrival() {
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
