import { z } from 'zod';
import { timestampSchema } from '../wire/base.ts';
import { normalizeInviteCode } from './rules.ts';

export const inviteCodeSchema = z
  .string({ error: 'Invite code is required' })
  .max(100, 'Invalid or expired invite code')
  .transform(normalizeInviteCode)
  .refine((code) => code.length > 0, 'Invite code is required');

/** A member's own invite; whom it brought in is theirs to know. */
export const inviteSchema = z.object({
  id: z.uuid(),
  code: z.string(),
  is_active: z.boolean(),
  used_at: timestampSchema.nullable(),
  used_by: z.uuid().nullable(),
  created_by: z.uuid(),
  created_at: timestampSchema,
  expires_at: z.null(),
});
export type Invite = z.infer<typeof inviteSchema>;
