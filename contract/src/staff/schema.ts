import { z } from 'zod';
import { timestampSchema } from '../wire/base.ts';

/** Administrative roles, weakest first; the order is the rank. [U15] */
export const APP_ROLES = ['user', 'admin', 'super_admin'] as const;
export const appRoleSchema = z.enum(APP_ROLES);
export type AppRole = z.infer<typeof appRoleSchema>;

export const superAdminSchema = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  created_by: z.uuid().nullable(),
  created_at: timestampSchema,
});
