import { Navigate, Outlet, useLocation } from 'react-router';
import { useSession } from '~/account/session/use-session.ts';
import { safeReturnPath } from '~/account/sign-in/return-path.ts';
import { PageSpinner } from '~/ui/spinner.tsx';

/**
 * The landing and join pages: a member is redirected to where they wanted to go, or to the
 * dashboard. For everybody else the prerendered page stays. [P1]
 */
export default function SignedOutOnlyGuard() {
  const session = useSession();
  const { state } = useLocation();
  if (session.status === 'signed-in') return <Navigate to={safeReturnPath(state)} replace />;
  if (session.status === 'loading' && session.isExpected && !session.isUnreachable) {
    return <PageSpinner />;
  }
  return <Outlet />;
}
