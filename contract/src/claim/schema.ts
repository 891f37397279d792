import { z } from 'zod';
import { jobCardSchema } from '../job/schema.ts';
import { timestampSchema } from '../wire/base.ts';

export const claimEndSchema = z.enum(['released', 'no_show', 'cancelled', 'completed']);

export const claimSchema = z.object({
  id: z.uuid(),
  job_id: z.uuid(),
  sitter_id: z.uuid(),
  claimed_at: timestampSchema,
  ended_at: timestampSchema.nullable(),
  end_reason: claimEndSchema.nullable(),
});
export type Claim = z.infer<typeof claimSchema>;

/** A claim with its job as the claiming sitter may see it. [D3] */
export const claimWithJobSchema = claimSchema.extend({ job: jobCardSchema });
export type ClaimWithJob = z.infer<typeof claimWithJobSchema>;
