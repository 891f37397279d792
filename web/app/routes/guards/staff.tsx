import { satisfiesRole } from '@kindpal/contract/staff/rules';
import { Navigate, Outlet } from 'react-router';
import { HOME_PATH } from '~/account/return-path.ts';
import { useUser } from '~/account/use-session.ts';

/** Pages for admins and super admins; stands below the signed-in guard. [P1] [U15] */
export default function StaffGuard() {
  const { app_role } = useUser();
  return satisfiesRole(app_role, 'admin') ? <Outlet /> : <Navigate to={HOME_PATH} replace />;
}
