import { Suspense, useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { lazyPart } from '~/lib/lazy-part.ts';
import { hasUnsaved, onFirstUnsaved } from '~/lib/unsaved.ts';
import { useLast } from '~/lib/use-last.ts';
import { DataProvider } from './data-provider.tsx';
import type { JoinState } from './return-path.ts';
import { sessionVerdict } from './session-verdict.ts';
import { SessionWait } from './session-wait.tsx';
import { SignedInMember, useSession } from './use-session.ts';

const SessionEnded = lazyPart(() =>
  import('./session-ended.tsx').then((module) => module.SessionEnded),
);

/**
 * The pages below stand on a session. Without one they lead to `/join`, which leads back here; one
 * that ends under an unfinished form is renewed over it instead. [P1] [U7]
 */
export function SessionGuard({ isForVisitors = false }: { isForVisitors?: boolean }) {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  // A page that is open is never handed on to another member: it stays as it is until it is left.
  const member = useLast(session.user, { replaces: (next, held) => next.id === held.id });
  // What renews a session is fetched while there is a network.
  useEffect(() => onFirstUnsaved(SessionEnded.prefetch), []);
  const verdict = sessionVerdict({
    session,
    hadMember: member !== null,
    hasUnsaved: hasUnsaved(),
    isForVisitors,
  });

  if (verdict === 'wait') return <SessionWait session={session} />;
  if (verdict === 'leave') return <Navigate to="/" replace />;
  if (verdict === 'sign-in') {
    const state: JoinState = { from: `${pathname}${search}${hash}` };
    return <Navigate to="/join?tab=signin" replace state={state} />;
  }
  return (
    <SignedInMember value={member}>
      <DataProvider>
        <Suspense>
          {verdict === 'renew' && member ? <SessionEnded member={member} /> : null}
        </Suspense>
        <Outlet />
      </DataProvider>
    </SignedInMember>
  );
}
