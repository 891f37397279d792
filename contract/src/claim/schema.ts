import { z } from 'zod';
import { jobCardSchema } from '../job/schema.ts';
import { timestampSchema, uuidSchema } from '../transport/base.ts';

export const claimEndSchema = z.enum(['released', 'no_show', 'cancelled', 'completed']);

export const claimSchema = z.object({
  id: uuidSchema,
  job_id: uuidSchema,
  sitter_id: uuidSchema,
  claimed_at: timestampSchema,
  ended_at: timestampSchema.nullable(),
  end_reason: claimEndSchema.nullable(),
});
export type Claim = z.infer<typeof claimSchema>;

/** Reasons not to claim that the sitter may override. [J5] */
export const claimWarningCodeSchema = z.enum([
  'switched_off',
  'away',
  'outside_hours',
  'busy',
  'overlap',
]);
export type ClaimWarningCode = z.infer<typeof claimWarningCodeSchema>;

/** `jobs` are those that the sitter holds at that time; only for `overlap`. */
export const claimWarningSchema = z.object({
  code: claimWarningCodeSchema,
  jobs: z.array(
    z.object({
      id: uuidSchema,
      title: z.string(),
      start_date: timestampSchema,
      end_date: timestampSchema,
      time_zone: z.string(),
    }),
  ),
});
export type ClaimWarning = z.infer<typeof claimWarningSchema>;

/** A claim with its job as the claiming sitter may see it. [D3] */
export const claimWithJobSchema = claimSchema.extend({ job: jobCardSchema });
export type ClaimWithJob = z.infer<typeof claimWithJobSchema>;
