import { member, open, staff, staffWhoMails, superAdmin } from '../access/guards.ts';
import { createSuperAdmin } from './create-super-admin.ts';
import { getDatabase } from './database.ts';
import { endClaim } from './end-claim.ts';
import { getAnalytics, getStats } from './figures.ts';
import { getStaffMember } from './get-staff-member.ts';
import { getSystemHealth } from './health.ts';
import { listActivity, listActivityStaff } from './list-activity.ts';
import { listUsers } from './list-users.ts';
import { listJobsForStaff, listProfiles } from './moderation.ts';
import { getSuperAdmin, getUserRole, superAdminExists } from './queries.ts';
import { removeProfilePart } from './remove-profile-part.ts';
import { resetFactors } from './reset-factors.ts';
import { setUserRole } from './set-user-role.ts';
import { getInstanceSettings } from './settings.ts';
import { takeDownJob } from './take-down-job.ts';

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
