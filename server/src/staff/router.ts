import { member, open, staff, staffWhoMails, superAdmin } from '../access/guards.ts';
import { listActivity, listActivityStaff } from './activity/list-activity.ts';
import { endClaim } from './jobs/end-claim.ts';
import { takeDownJob } from './jobs/take-down-job.ts';
import { listJobsForStaff, listProfiles } from './moderation.ts';
import { getSuperAdmin, getUserRole, superAdminExists } from './queries.ts';
import { getDatabase } from './system/database.ts';
import { getAnalytics, getStats } from './system/figures.ts';
import { getSystemHealth } from './system/health.ts';
import { getInstanceSettings } from './system/settings.ts';
import { createSuperAdmin } from './users/create-super-admin.ts';
import { getStaffMember } from './users/get-staff-member.ts';
import { listUsers } from './users/list-users.ts';
import { removeProfilePart } from './users/remove-profile-part.ts';
import { resetFactors } from './users/reset-factors.ts';
import { setUserRole } from './users/set-user-role.ts';

/** Set-up and role look-ups are open to members who may not be staff yet; see policy.ts. */
export const staffRouter = {
  getUserRole: member.staff.getUserRole.handler(getUserRole),
  superAdminExists: open.staff.superAdminExists.handler(({ context }) =>
    superAdminExists(context.services.db.drizzle),
  ),
  getSuperAdmin: member.staff.getSuperAdmin.handler(getSuperAdmin),
  createSuperAdmin: member.staff.createSuperAdmin.handler(createSuperAdmin),
  getMember: staff.staff.getMember.handler(getStaffMember),
  listUsers: staff.staff.listUsers.handler(listUsers),
  resetFactors: superAdmin.staff.resetFactors.handler(resetFactors),
  setUserRole: superAdmin.staff.setUserRole.handler(setUserRole),
  getStats: staff.staff.getStats.handler(getStats),
  getAnalytics: staff.staff.getAnalytics.handler(getAnalytics),
  listJobs: staff.staff.listJobs.handler(listJobsForStaff),
  listProfiles: staff.staff.listProfiles.handler(listProfiles),
  takeDownJob: staffWhoMails.staff.takeDownJob.handler(takeDownJob),
  endClaim: staffWhoMails.staff.endClaim.handler(endClaim),
  removeProfilePart: staffWhoMails.staff.removeProfilePart.handler(removeProfilePart),
  listActivity: superAdmin.staff.listActivity.handler(listActivity),
  listActivityStaff: superAdmin.staff.listActivityStaff.handler(listActivityStaff),
  getSystemHealth: superAdmin.staff.getSystemHealth.handler(getSystemHealth),
  getDatabase: superAdmin.staff.getDatabase.handler(getDatabase),
  getSettings: superAdmin.staff.getSettings.handler(getInstanceSettings),
};
