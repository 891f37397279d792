import { z } from 'zod';
import { base, cursorSchema, page, pageSize, uuidSchema } from '../transport/base.ts';
import { directoryFilterSchema, directorySortSchema } from './directory-filter.ts';
import { petOnboardingSchema } from './onboarding.ts';
import { activeRoleSchema } from './role.ts';
import { profileEditSchema, profileSchema, sitterCardSchema } from './schema.ts';
import { trustPathSchema } from './trust-path.ts';

export const member = {
  /**
   * The directory: sitters, complete profiles first, then newest, or by rating. [R8] [X2]
   * `search` covers name, location and bio. Filters and `sort` are for members; visitors get
   * shortened names, search location and bio only, and are refused a filter (UNAUTHORIZED). A
   * page may be shorter than `limit` and still have a `next_cursor`. `view=staff` lists every
   * member with their email, searched by email and full name, without filters; staff only,
   * logged. [S3]
   */
  list: base
    .route({ method: 'GET', path: '/rest/v1/users', tags: ['users'] })
    .input(
      z.strictObject({
        search: z.string().trim().max(100).optional(),
        view: z.enum(['directory', 'staff']).default('directory'),
        ...directoryFilterSchema.shape,
        sort: directorySortSchema.optional(),
        cursor: cursorSchema,
        limit: pageSize(18, 50),
      }),
    )
    .output(page(sitterCardSchema)),

  /** One profile: in full for its member, reduced for others. [X2] */
  get: base
    .route({ method: 'GET', path: '/rest/v1/users/{id}', tags: ['users'] })
    .input(z.strictObject({ id: uuidSchema }))
    .output(profileSchema),

  /**
   * How the caller is connected to a member through invites and finished jobs, in at most four
   * steps. Intermediate members are named only with their consent. Only the newest 50 connections
   * of each member are followed. [R1]
   */
  getTrustPath: base
    .route({ method: 'GET', path: '/rest/v1/rpc/get_trust_path', tags: ['rpc'] })
    .input(z.strictObject({ member_id: uuidSchema }))
    .output(trustPathSchema),

  /**
   * Changes the caller's own profile; the email address is changed through the auth service. If
   * an availability version is given, the change is refused when the stored one differs. [R3]
   * [V4] [X2]
   */
  update: base
    .route({ method: 'PATCH', path: '/rest/v1/users/{id}', tags: ['users'] })
    .errors({
      AVAILABILITY_CHANGED: {
        status: 409,
        message: 'Your availability was changed on another device.',
      },
    })
    .input(profileEditSchema.extend({ id: uuidSchema }))
    .output(profileSchema),

  /** Switches the view of a member who is both; at most 10 times an hour. [D4] [X3] */
  switchRole: base
    .route({ method: 'POST', path: '/rest/v1/rpc/switch_user_role', tags: ['rpc'] })
    .input(z.strictObject({ new_role: activeRoleSchema }))
    .output(activeRoleSchema),

  /**
   * Completes an owner's onboarding: saves the pet and the profile fields, sets the flags and
   * deletes the draft, all or nothing. Members with both roles still have the sitter's steps to
   * do. [O1]
   */
  completePetOnboarding: base
    .route({ method: 'POST', path: '/rest/v1/rpc/complete_pet_onboarding', tags: ['rpc'] })
    .input(petOnboardingSchema)
    .output(profileSchema),

  /**
   * Completes a sitter's onboarding: sets the flag and deletes the draft. The steps were saved
   * before. [O2]
   */
  completeSitterOnboarding: base
    .route({ method: 'POST', path: '/rest/v1/rpc/complete_pet_sitter_onboarding', tags: ['rpc'] })
    .output(profileSchema),
};
