import { satisfiesRole } from '@kindpal/contract/staff/rules';
import { Navigate, Outlet } from 'react-router';
import { HOME_PATH } from '~/account/return-path.ts';
import { useUser } from '~/account/use-session.ts';

/** Pages for super admins, inside the staff guard. [P1] [U15] */
export default function SuperAdminGuard() {
  const { app_role } = useUser();
  return satisfiesRole(app_role, 'super_admin') ? <Outlet /> : <Navigate to={HOME_PATH} replace />;
}
