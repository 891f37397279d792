import { z } from 'zod';
import { base, cursorSchema, page, pageSize } from '../transport/base.ts';
import { directoryFilterSchema, directorySortSchema } from './directory-filter.ts';
import { petOnboardingSchema } from './onboarding.ts';
import { activeRoleSchema, profileEditSchema, profileSchema, sitterCardSchema } from './schema.ts';
import { trustPathSchema } from './trust-path.ts';

export const member = {
  /**
   * The directory: members who sit, complete profiles first, then the newest, or by rating. [R8] [X2]
   * `search` looks at name, location and bio. Filters and `sort` are for members; the signed-out get shortened
   * names, search location and bio only, and are refused a filter (UNAUTHORIZED). A page may be shorter
   * than `limit` and still have a `next_cursor`. With `view=staff` it is every member with their
   * email, searched by email and full name and not filtered; staff only, logged. [S3]
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

  /** One profile: in full for oneself, reduced for others. [X2] */
  get: base
    .route({ method: 'GET', path: '/rest/v1/users/{id}', tags: ['users'] })
    .input(z.strictObject({ id: z.uuid() }))
    .output(profileSchema),

  /**
   * How the caller knows a member by invites and finished jobs, in at most four steps. People between
   * are named with their consent only. Of each member the newest 50 they know are looked at. [R1]
   */
  getTrustPath: base
    .route({ method: 'GET', path: '/rest/v1/rpc/get_trust_path', tags: ['rpc'] })
    .input(z.strictObject({ member_id: z.uuid() }))
    .output(trustPathSchema),

  /**
   * Changes one's own profile; the email address goes through the auth service. An availability
   * that names the version it was made upon is taken upon no other. [R3] [V4] [X2]
   */
  update: base
    .route({ method: 'PATCH', path: '/rest/v1/users/{id}', tags: ['users'] })
    .errors({
      AVAILABILITY_CHANGED: {
        status: 409,
        message: 'Your availability was changed on another device.',
      },
    })
    .input(profileEditSchema.extend({ id: z.uuid() }))
    .output(profileSchema),

  /** Switches the view of a member who is both; 10 an hour. [D4] [X3] */
  switchRole: base
    .route({ method: 'POST', path: '/rest/v1/rpc/switch_user_role', tags: ['rpc'] })
    .input(z.strictObject({ new_role: activeRoleSchema }))
    .output(activeRoleSchema),

  /**
   * An owner is through: keeps the pet and what they said of themselves, sets the flags and forgets
   * the draft, all or nothing. A member who is both still has the sitter's steps before them. [O1]
   */
  completePetOnboarding: base
    .route({ method: 'POST', path: '/rest/v1/rpc/complete_pet_onboarding', tags: ['rpc'] })
    .input(petOnboardingSchema)
    .output(profileSchema),

  /** A sitter is through: sets the flag and forgets the draft. Each step was saved before. [O2] */
  completeSitterOnboarding: base
    .route({ method: 'POST', path: '/rest/v1/rpc/complete_pet_sitter_onboarding', tags: ['rpc'] })
    .output(profileSchema),
};
