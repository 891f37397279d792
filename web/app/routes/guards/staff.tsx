import { satisfiesRole } from '@kindpal/contract/staff/rules';
import { Navigate, Outlet } from 'react-router';
import { useUser } from '~/account/session/use-session.ts';
import { HOME_PATH } from '~/account/sign-in/return-path.ts';

/**
 * Pages for admins and super admins, inside the signed-in guard. Those without a second factor
 * are first sent to set one up, because the server refuses them until then. [P1] [U13] [U15]
 */
export default function StaffGuard() {
  const { app_role, needs_factor } = useUser();
  if (needs_factor) return <Navigate to="/security#second-factors" replace />;
  return satisfiesRole(app_role, 'admin') ? <Outlet /> : <Navigate to={HOME_PATH} replace />;
}
