import { member, open } from '../access/guards.ts';
import { createSuperAdmin } from './create-super-admin.ts';
import { getSuperAdmin, getUserRole, superAdminExists } from './queries.ts';

/** Set-up and roles are asked for by members who may not be staff yet; policy.ts says who may what. */
export const staffRouter = {
  getUserRole: member.staff.getUserRole.handler(getUserRole),
  superAdminExists: open.staff.superAdminExists.handler(({ context }) =>
    superAdminExists(context.services.db.drizzle),
  ),
  getSuperAdmin: member.staff.getSuperAdmin.handler(getSuperAdmin),
  createSuperAdmin: member.staff.createSuperAdmin.handler(createSuperAdmin),
};
