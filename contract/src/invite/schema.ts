import { z } from 'zod';
import { memberCardSchema } from '../member/schema.ts';
import { timestampSchema, uuidSchema } from '../transport/base.ts';

/** A member's own invite and, for them only, who joined with it. */
export const inviteSchema = z.object({
  id: uuidSchema,
  code: z.string(),
  is_active: z.boolean(),
  used_at: timestampSchema.nullable(),
  used_by: uuidSchema.nullable(),
  created_by: uuidSchema,
  created_at: timestampSchema,
  expires_at: z.null(),
});
export type Invite = z.infer<typeof inviteSchema>;

/**
 * The member who invited this one (null for the founder), and those this one invited, newest
 * first.
 */
export const inviteTreeSchema = z.object({
  invited_by: memberCardSchema.nullable(),
  invited: z.array(z.object({ member: memberCardSchema, joined_at: timestampSchema })),
});
export type InviteTree = z.infer<typeof inviteTreeSchema>;

export const inviteRequestStatusSchema = z.enum(['pending', 'granted', 'refused']);

/** A member's request for another code. */
export const inviteRequestSchema = z.object({
  id: uuidSchema,
  message: z.string(),
  status: inviteRequestStatusSchema,
  created_at: timestampSchema,
  decided_at: timestampSchema.nullable(),
  decision_reason: z.string().nullable(),
});
export type InviteRequest = z.infer<typeof inviteRequestSchema>;

/** The same for staff, with the member and how many they have invited so far. */
export const staffInviteRequestSchema = inviteRequestSchema.extend({
  member: memberCardSchema,
  invited_count: z.int(),
  decided_by: z.string().nullable(),
  /** What the caller may do: staff can't decide their own request. */
  can: z.object({ decide: z.boolean() }),
});
export type StaffInviteRequest = z.infer<typeof staffInviteRequestSchema>;
