import { satisfiesRole } from '@kindpal/contract/staff/rules';
import { Navigate, Outlet } from 'react-router';
import { useUser } from '~/account/session/use-session.ts';
import { HOME_PATH } from '~/account/sign-in/return-path.ts';

/** Pages for super admins, inside the staff guard. [P1] [U15] */
export default function SuperAdminGuard() {
  const { app_role } = useUser();
  return satisfiesRole(app_role, 'super_admin') ? <Outlet /> : <Navigate to={HOME_PATH} replace />;
}
