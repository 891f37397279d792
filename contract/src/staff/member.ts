import { z } from 'zod';
import { feedbackStatusSchema } from '../feedback/schema.ts';
import { namedMemberSchema } from '../member/named.ts';
import { roleSchema } from '../member/role.ts';
import { staffDecisionSchema } from '../moderation/schema.ts';
import { timestampSchema, uuidSchema } from '../transport/base.ts';
import { jobContextSchema } from './job-context.ts';
import { staffUserSchema } from './schema.ts';

/** How many jobs and requests a member's panel shows. */
export const PANEL_ROWS = 5;

/**
 * A member with what staff need to help them: who invited them, their jobs, their requests. [S3]
 */
export const staffMemberSchema = staffUserSchema.extend({
  role: roleSchema,
  location: z.string().nullable(),
  last_sign_in_at: timestampSchema.nullable(),
  invited_by: namedMemberSchema.nullable(),
  jobs_posted: z.int(),
  jobs_done: z.int(),
  /** Jobs that are claimed or in progress, soonest first. */
  jobs: z.array(jobContextSchema),
  /** The latest staff decisions about them, newest first. */
  decisions: z.array(staffDecisionSchema),
  /**
   * `reset_factors`: for super admins, if another member has a second factor or a passkey. [U13]
   */
  can: staffUserSchema.shape.can.extend({ suspend: z.boolean(), reset_factors: z.boolean() }),
  /** Their latest requests for help. */
  requests: z.array(
    z.object({
      id: uuidSchema,
      message: z.string(),
      status: feedbackStatusSchema,
      created_at: timestampSchema,
    }),
  ),
});
export type StaffMember = z.infer<typeof staffMemberSchema>;
