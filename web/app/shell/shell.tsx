import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '~/account/use-session.ts';
import { ConnectionLine } from './connection-line.tsx';
import { Footer } from './footer.tsx';
import { TopBar } from './top-bar.tsx';

/** The frame around every page: skip link, bar, the page, footer. Pages bring no `main` of their own. */
export function Shell({ children }: { children: ReactNode }) {
  const main = useFocusOnArrival();
  const session = useSession();
  // What the head script guessed holds until somebody knows better, or nobody can be asked.
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
      {/* Fills the first screen, so that the footer never jumps while a page is on its way. */}
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

/** A page that was walked to inside the product starts being read at its beginning. */
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
