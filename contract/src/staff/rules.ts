import { APP_ROLES, type AppRole } from './schema.ts';

/** Whether a role satisfies a minimum: user < admin < super_admin. [U15] */
export function satisfiesRole(role: AppRole, minimum: AppRole): boolean {
  return APP_ROLES.indexOf(role) >= APP_ROLES.indexOf(minimum);
}
