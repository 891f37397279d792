import { z } from 'zod';
import { namedMemberSchema } from '../member/named.ts';
import { timestampSchema, uuidSchema } from '../transport/base.ts';
import { JOB_ACTIONS } from './actions.ts';

/** The entries of a job's history: posting, and every action since. */
export const jobEventActionSchema = z.enum(['post', ...JOB_ACTIONS]);

/** The role in which somebody acted; `system` is the scheduler. */
export const actorRoleSchema = z.enum(['owner', 'sitter', 'staff', 'system']);
export type ActorRole = z.infer<typeof actorRoleSchema>;

/**
 * An entry of a job's history as its viewer may see it. [J6] [J9] Claim, sitter and reason are
 * only for the owner and the sitter of that claim.
 */
export const jobEventSchema = z.object({
  id: uuidSchema,
  action: jobEventActionSchema,
  created_at: timestampSchema,
  actor_role: actorRoleSchema,
  /** Null for staff and the system. */
  actor: namedMemberSchema.nullable(),
  claim_id: uuidSchema.nullable(),
  /** The sitter at that time. */
  sitter: namedMemberSchema.nullable(),
  reason: z.string().nullable(),
});
export type JobEvent = z.infer<typeof jobEventSchema>;
