import { z } from 'zod';
import { confirmErrors } from '../account/proof.ts';
import { jobErrors } from '../job/contract.ts';
import { namedMemberSchema } from '../member/named.ts';
import {
  base,
  cursorSchema,
  detailsSchema,
  page,
  pageSize,
  SPECIFIED,
  uuidSchema,
} from '../transport/base.ts';
import { activityFilterSchema, activitySchema } from './activity.ts';
import { statsSchema, weekFiguresSchema } from './figures.ts';
import { staffMemberSchema } from './member.ts';
import {
  moderatedJobSchema,
  moderatedProfileSchema,
  moderationReasonSchema,
  profilePartSchema,
} from './moderation.ts';
import {
  appRoleSchema,
  memberStateSchema,
  staffUserSchema,
  superAdminSchema,
  USERS_PER_PAGE,
} from './schema.ts';
import { databaseOverviewSchema, settingSchema, systemHealthSchema } from './system.ts';

/** Search parameters of the Content Moderation page. */
const moderationPageSchema = z.strictObject({
  search: z.string().trim().max(100).optional(),
  cursor: cursorSchema,
  limit: pageSize(20, 50),
});

export const staff = {
  /** The caller's administrative role, or anybody's for staff. [U15] [X3] */
  getUserRole: base
    .route({
      method: 'POST',
      path: '/rest/v1/rpc/get_user_role',
      tags: ['rpc'],
      description: SPECIFIED,
    })
    .input(z.strictObject({ _user_id: uuidSchema }))
    .output(appRoleSchema),

  /** Whether a super admin exists; set-up closes once one does. [S5] [X3] */
  superAdminExists: base
    .route({ method: 'POST', path: '/rest/v1/rpc/check_super_admin_exists', tags: ['rpc'] })
    .output(z.boolean()),

  /** The caller's own row among the super admins, PGRST116 when there is none. [S5] [X2] */
  getSuperAdmin: base
    .route({
      method: 'GET',
      path: '/rest/v1/super_admins',
      tags: ['super_admins'],
      description: SPECIFIED,
    })
    .input(z.strictObject({ user_id: uuidSchema }))
    .output(superAdminSchema),

  /** The first super admin uses the setup token; later ones are made by a super admin. [S5] */
  createSuperAdmin: base
    .errors({
      ALREADY_SUPER_ADMIN: {
        status: 409,
        message: 'Already a Super Admin',
        data: z.object({ details: detailsSchema }),
      },
      SETUP_CLOSED: { status: 403, message: 'Super admin setup is closed.' },
      WRONG_SETUP_TOKEN: { status: 403, message: 'This setup token isn’t right.' },
      ...confirmErrors,
    })
    .route({
      method: 'POST',
      path: '/rest/v1/super_admins',
      successStatus: 201,
      tags: ['super_admins'],
    })
    .input(
      z.strictObject({
        user_id: uuidSchema,
        created_by: uuidSchema.optional(),
        setup_token: z.string().trim().max(200).optional(),
      }),
    )
    .output(superAdminSchema),

  /**
   * Members newest first, filtered by part of their email or full name and by role; staff only,
   * logged. [S3]
   */
  listUsers: base
    .route({ method: 'GET', path: '/rest/v1/rpc/list_users', tags: ['rpc'] })
    .input(
      z.strictObject({
        search: z.string().trim().max(100).optional(),
        role: appRoleSchema.optional(),
        state: memberStateSchema.optional(),
        cursor: cursorSchema,
        limit: pageSize(USERS_PER_PAGE, 50),
      }),
    )
    /** The total comes with the first page, in a search only if there is no other; else null. */
    .output(page(staffUserSchema).extend({ total: z.int().nullable() })),

  /**
   * A member with their current jobs, the other participants and their requests; staff only,
   * logged. [S3]
   */
  getMember: base
    .route({ method: 'GET', path: '/rest/v1/rpc/staff_member', tags: ['rpc'] })
    .input(z.strictObject({ id: uuidSchema }))
    .output(staffMemberSchema),

  /**
   * Gives another member an administrative role, unless it has changed since the caller saw it;
   * logged. [S3]
   */
  setUserRole: base
    .route({ method: 'POST', path: '/rest/v1/user_roles', tags: ['user_roles'] })
    .errors({
      OWN_ROLE: { status: 403, message: 'You can’t change your own role.' },
      ROLE_CHANGED: {
        status: 409,
        message: 'Someone else changed this role in the meantime. Please check again.',
      },
      ...confirmErrors,
    })
    .input(
      z.strictObject({
        user_id: uuidSchema,
        role: appRoleSchema,
        seen_role: appRoleSchema.optional(),
        assigned_by: uuidSchema.optional(),
      }),
    )
    .output(staffUserSchema),

  /**
   * Removes another member's second factors, with a reason that is emailed to them; logged. [U13]
   */
  resetFactors: base
    .route({
      method: 'POST',
      path: '/rest/v1/rpc/reset_factors',
      successStatus: 204,
      tags: ['rpc'],
    })
    .errors({
      OWN_FACTORS: {
        status: 403,
        message: 'Change your own second factors on your security page.',
      },
      NO_FACTORS: { status: 409, message: 'This member has no second factor and no passkey.' },
      ...confirmErrors,
    })
    .input(z.strictObject({ user_id: uuidSchema, reason: moderationReasonSchema }))
    .output(z.void()),

  /** The figures of the admin dashboard; staff only. [S2] */
  getStats: base
    .route({ method: 'GET', path: '/rest/v1/rpc/admin_stats', tags: ['rpc'] })
    .output(statsSchema),

  /** Activity in each of the last twelve weeks, oldest first; staff only. [S4] */
  getAnalytics: base
    .route({ method: 'GET', path: '/rest/v1/rpc/admin_analytics', tags: ['rpc'] })
    .output(z.array(weekFiguresSchema)),

  /** The current state of the instance; super admins only. [S4] */
  getSystemHealth: base
    .route({ method: 'GET', path: '/rest/v1/rpc/system_health', tags: ['rpc'] })
    .output(systemHealthSchema),

  /** Version, sizes, connections and migrations, never contents; super admins only. [S4] */
  getDatabase: base
    .route({ method: 'GET', path: '/rest/v1/rpc/database_overview', tags: ['rpc'] })
    .output(databaseOverviewSchema),

  /** The current settings, secrets only as set or not; super admins only. [S4] */
  getSettings: base
    .route({ method: 'GET', path: '/rest/v1/rpc/instance_settings', tags: ['rpc'] })
    .output(z.array(settingSchema)),

  /** What staff did and viewed, newest first; super admins only, logged. [S3] [X2] */
  listActivity: base
    .route({
      method: 'GET',
      path: '/rest/v1/admin_activity_logs',
      tags: ['admin_activity_logs'],
    })
    .input(activityFilterSchema.extend({ cursor: cursorSchema, limit: pageSize(25, 100) }))
    .output(page(activitySchema)),

  /** The staff members who may have entries in the log; super admins only. [S3] */
  listActivityStaff: base
    .route({ method: 'GET', path: '/rest/v1/rpc/activity_staff', tags: ['rpc'] })
    .output(z.array(namedMemberSchema)),

  /** Jobs with their texts, newest first, searched by text or owner; staff only, logged. [S4] */
  listJobs: base
    .route({ method: 'GET', path: '/rest/v1/rpc/moderation_jobs', tags: ['rpc'] })
    .input(moderationPageSchema)
    .output(page(moderatedJobSchema)),

  /** Photos and bios of members, newest members first; staff only, logged. [S4] */
  listProfiles: base
    .route({ method: 'GET', path: '/rest/v1/rpc/moderation_profiles', tags: ['rpc'] })
    .input(moderationPageSchema)
    .output(page(moderatedProfileSchema)),

  /**
   * Cancels a job permanently, with a reason that is emailed to owner and sitter; staff only,
   * logged. [S4]
   */
  takeDownJob: base
    .route({ method: 'POST', path: '/rest/v1/rpc/take_down_job', tags: ['rpc'] })
    .errors(jobErrors)
    .input(z.strictObject({ job_id: uuidSchema, reason: moderationReasonSchema }))
    .output(moderatedJobSchema),

  /**
   * Ends the claim of a claimed job or a job in progress, with a reason that owner and sitter read.
   * A claimed job opens again for other sitters, a job in progress is canceled; staff only, logged.
   * CLAIM_CHANGED if the job's claim is not `claim_id`. [S4] [J9]
   */
  endClaim: base
    .route({ method: 'POST', path: '/rest/v1/rpc/end_claim', tags: ['rpc'] })
    .errors(jobErrors)
    .input(
      z.strictObject({
        job_id: uuidSchema,
        claim_id: uuidSchema.optional(),
        reason: moderationReasonSchema,
      }),
    )
    .output(moderatedJobSchema),

  /** Removes a photo or a bio if it is still the one seen; mails the member why; logged. [S4] */
  removeProfilePart: base
    .route({ method: 'POST', path: '/rest/v1/rpc/remove_profile_part', tags: ['rpc'] })
    .errors({
      CONTENT_CHANGED: {
        status: 409,
        message: 'This has changed in the meantime. Please check again.',
      },
    })
    .input(
      z.strictObject({
        user_id: uuidSchema,
        part: profilePartSchema,
        seen: z.string().max(1000),
        reason: moderationReasonSchema,
      }),
    )
    .output(moderatedProfileSchema),
};
