import { memo, Suspense, useState } from 'react';
import { Link, NavLink } from 'react-router';
import { hasSessionHint } from '~/account/session/session-hint.ts';
import type { useSession } from '~/account/session/use-session.ts';
import { lazyPart } from '~/lib/loading/lazy-part.ts';
import { ButtonLink } from '~/ui/link.tsx';
import { Wordmark } from '~/ui/logo.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';
import { barLinkStyle } from './bar-link-style.ts';
import { visitorEntries } from './entries.ts';
import { VisitorMenu } from './visitor-menu.tsx';

/** Menus and panels load with the member's session, so that visitors don't download them. */
const MemberControls = lazyPart(() =>
  import('./member-controls.tsx').then((module) => module.MemberControls),
);

// Prefetched, so that a member's page renders the bar once and complete.
if (!import.meta.env.SSR && hasSessionHint()) MemberControls.prefetch();

/** Memoized, because each step of a navigation renders the shell again. */
export const TopBar = memo(function TopBar({
  session,
}: {
  session: ReturnType<typeof useSession>;
}) {
  const [panelOpen, setPanelOpen] = useState(false);
  const { status, user } = session;
  return (
    <header className="sticky top-0 z-30 h-(--bar) border-line border-b bg-canvas">
      <div className="page flex h-full items-center gap-2">
        <Logo onTapWhenSignedIn={user ? () => setPanelOpen(true) : null} />
        <nav aria-label="Main" className="ml-auto flex shrink-0 items-center gap-1">
          {status === 'signed-in' ? null : (
            <div className="for-visitor flex items-center gap-1">
              {/* A member whose session cannot be loaded now, such as offline, is still signed in. */}
              <VisitorLinks canSignIn={status === 'signed-out' || !session.isExpected} />
            </div>
          )}
          {status === 'loading' ? <MemberSkeleton className="for-member-skeleton" /> : null}
          {user ? (
            <Suspense fallback={<MemberSkeleton />}>
              <MemberControls user={user} panelOpen={panelOpen} onPanelOpenChange={setPanelOpen} />
            </Suspense>
          ) : null}
        </nav>
      </div>
    </header>
  );
});

/** Links home; on a phone, for a member, it opens the panel instead [P7]. */
function Logo({ onTapWhenSignedIn }: { onTapWhenSignedIn: (() => void) | null }) {
  // With very large text the name shrinks, not the controls.
  const place = '-ml-1 min-h-11 min-w-10 items-center overflow-hidden rounded-full px-1';
  return (
    <>
      {onTapWhenSignedIn ? (
        <button
          type="button"
          aria-label="Kindpal, open menu"
          aria-haspopup="dialog"
          onClick={onTapWhenSignedIn}
          className={`inline-flex md:hidden ${place}`}
        >
          <Wordmark />
        </button>
      ) : null}
      <Link
        to="/"
        aria-label="Kindpal, home"
        className={`${onTapWhenSignedIn ? 'hidden md:inline-flex' : 'inline-flex'} ${place}`}
      >
        <Wordmark />
      </Link>
    </>
  );
}

function VisitorLinks({ canSignIn }: { canSignIn: boolean }) {
  return (
    <>
      {visitorEntries.map((entry) => (
        <NavLink
          key={entry.to}
          to={entry.to}
          className={`hidden px-4 md:inline-flex ${barLinkStyle}`}
        >
          {entry.label}
        </NavLink>
      ))}
      {canSignIn ? (
        <ButtonLink to="/join?tab=signin" variant="secondary" size="sm" className="md:ml-2">
          Sign In
        </ButtonLink>
      ) : null}
      <VisitorMenu />
    </>
  );
}

/** Reserves the space of a member's controls. */
function MemberSkeleton({ className = '' }: { className?: string }) {
  return (
    <div aria-hidden="true" className={`flex items-center gap-2 ${className}`}>
      <Skeleton className="h-11 w-[6.03rem] rounded-full" />
      <span className="size-11" />
      <span className="grid size-12 place-items-center">
        <Skeleton className="size-11 rounded-full" />
      </span>
    </div>
  );
}
