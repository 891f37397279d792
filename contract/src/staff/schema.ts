import { z } from 'zod';
import { timestampSchema, uuidSchema } from '../transport/base.ts';

/** Administrative roles, weakest first; the order is the rank. [U15] */
export const APP_ROLES = ['user', 'admin', 'super_admin'] as const;
export const appRoleSchema = z.enum(APP_ROLES);
export type AppRole = z.infer<typeof appRoleSchema>;

export const superAdminSchema = z.object({
  id: uuidSchema,
  user_id: uuidSchema,
  created_by: uuidSchema.nullable(),
  created_at: timestampSchema,
});

/** Filters of User Management: suspended, or with a waiting appeal. [S3] */
export const memberStateSchema = z.enum(['suspended', 'appealed']);
export type MemberState = z.infer<typeof memberStateSchema>;

/** How many members User Management shows per page. [S3] */
export const USERS_PER_PAGE = 10;

/** A member as User Management lists them; `can` says what the caller may do. [S3] */
export const staffUserSchema = z.object({
  id: uuidSchema,
  email: z.string(),
  full_name: z.string(),
  profile_image_url: z.string().nullable(),
  is_verified: z.boolean(),
  created_at: timestampSchema,
  suspended_at: timestampSchema.nullable(),
  app_role: appRoleSchema,
  can: z.object({ change_role: z.boolean() }),
});
export type StaffUser = z.infer<typeof staffUserSchema>;
