import { z } from 'zod';
import { namedMemberSchema } from '../member/named.ts';
import { timestampSchema } from '../transport/base.ts';
import { JOB_ACTIONS } from './actions.ts';

/** What stands in a job's history: it was posted, and everything that was done to it since. */
export const jobEventActionSchema = z.enum(['post', ...JOB_ACTIONS]);
export type JobEventAction = z.infer<typeof jobEventActionSchema>;

/** As what somebody acted; `system` is the clock. */
export const actorRoleSchema = z.enum(['owner', 'sitter', 'staff', 'system']);
export type ActorRole = z.infer<typeof actorRoleSchema>;

/**
 * One entry of a job's history as its reader may see it. [J6] [J9] Claim, sitter and reason are told
 * to the owner and to the sitter of that claim only.
 */
export const jobEventSchema = z.object({
  id: z.uuid(),
  action: jobEventActionSchema,
  created_at: timestampSchema,
  actor_role: actorRoleSchema,
  /** Null for staff and the system. */
  actor: namedMemberSchema.nullable(),
  claim_id: z.uuid().nullable(),
  /** Who held the job then. */
  sitter: namedMemberSchema.nullable(),
  reason: z.string().nullable(),
});
export type JobEvent = z.infer<typeof jobEventSchema>;
