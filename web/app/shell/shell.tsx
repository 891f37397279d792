import { type ReactNode, useEffect } from 'react';
import { useSession } from '~/account/session/use-session.ts';
import { useOpening } from '~/lib/loading/use-rest-later.ts';
import { ConnectionLine } from './connection-line.tsx';
import { Footer } from './footer.tsx';
import { SkipLink, useFocusOnArrival } from './main-content.tsx';
import { TopBar } from './top-bar.tsx';

/**
 * The layout of every page: skip link, bar, the page, footer. Pages have no `main` of their own.
 */
export function Shell({ children }: { children: ReactNode }) {
  const main = useFocusOnArrival();
  const session = useSession();
  const { showsPage, showsRest } = useOpening();
  // The head script's guess holds until the session is known, or can't be requested.
  const isVisitor = session.status === 'loading' ? session.isUnreachable : !session.user;
  useEffect(() => {
    if (isVisitor) delete document.documentElement.dataset.expects;
  }, [isVisitor]);
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <TopBar session={session} />
      <ConnectionLine />
      {/* Fills the first screen, so that the footer does not jump while a page is loading. */}
      <main
        ref={main}
        id="content"
        tabIndex={-1}
        className="min-h-[calc(100lvh-var(--bar))] flex-1 outline-none"
      >
        {showsPage ? children : null}
      </main>
      {showsRest ? <Footer isMember={session.user !== null} /> : null}
    </div>
  );
}
