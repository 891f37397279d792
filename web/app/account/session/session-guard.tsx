import { Suspense, useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { lazyPart } from '~/lib/loading/lazy-part.ts';
import { hasUnsaved, onFirstUnsaved } from '~/lib/unsaved.ts';
import { useLast } from '~/lib/use-last.ts';
import { OuterWindow } from '~/ui/outer-window.tsx';
import type { JoinState } from '../sign-in/return-path.ts';
import { DataProvider } from './data-provider.tsx';
import { sessionVerdict } from './session-verdict.ts';
import { SessionWait } from './session-wait.tsx';
import { SignedInMember, useSession } from './use-session.ts';

const UnsavedGuard = lazyPart(() =>
  import('./unsaved-guard.tsx').then((module) => module.UnsavedGuard),
);

/**
 * Shows its pages only with a session. Without one it redirects to `/join`, which returns here
 * after signing in. If the session ends while a form has unsaved input, a dialog asks to sign in
 * again instead. [P1] [U7]
 */
export function SessionGuard({ isForVisitors = false }: { isForVisitors?: boolean }) {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  // The page keeps the member it was opened for, so it is never shown to another member.
  const member = useLast(session.user, { replaces: (next, held) => next.id === held.id });
  const [wasUnsaved, setWasUnsaved] = useState(false);
  // Loaded at the first unsaved input: the network may be gone by the time it is needed.
  useEffect(() => onFirstUnsaved(() => setWasUnsaved(true)), []);
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
          {wasUnsaved ? <UnsavedGuard ended={verdict === 'renew' ? member : null} /> : null}
        </Suspense>
        <Outlet />
        <OuterWindow />
      </DataProvider>
    </SignedInMember>
  );
}
