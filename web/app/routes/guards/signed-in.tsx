import { lazy, Suspense, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { DataProvider } from '~/account/data-provider.tsx';
import type { JoinState } from '~/account/return-path.ts';
import { SessionWait } from '~/account/session-wait.tsx';
import { hasUnsaved } from '~/account/unsaved.ts';
import { SignedInMember, useSession } from '~/account/use-session.ts';

const SessionEnded = lazy(() =>
  import('~/account/session-ended.tsx').then((module) => ({ default: module.SessionEnded })),
);

/**
 * Pages for members. No session leads to `/join`, which leads back here; a session that ends under
 * an unfinished form is renewed over it instead. [P1] [U7]
 */
export default function SignedInGuard() {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  const [member, setMember] = useState(session.user);
  if (session.user && session.user !== member) setMember(session.user);

  if (session.status === 'loading') return <SessionWait session={session} />;
  const isEnded = session.status === 'signed-out';
  if (isEnded && member && session.isOwnChoice) return <Navigate to="/" replace />;
  if (isEnded && !(member && hasUnsaved())) {
    const state: JoinState = { from: `${pathname}${search}${hash}` };
    return <Navigate to="/join?tab=signin" replace state={state} />;
  }
  return (
    <SignedInMember value={session.user ?? member}>
      <DataProvider>
        <Suspense>{isEnded && member ? <SessionEnded member={member} /> : null}</Suspense>
        <Outlet />
      </DataProvider>
    </SignedInMember>
  );
}
