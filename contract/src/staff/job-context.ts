import { z } from 'zod';
import { jobStatusSchema, jobTypeSchema } from '../job/schema.ts';
import { namedMemberSchema } from '../member/named.ts';
import { timestampSchema, uuidSchema } from '../transport/base.ts';

/** The job of a request or a member, with both participants; no address and no texts. [F4] */
export const jobContextSchema = z.object({
  id: uuidSchema,
  pet_name: z.string(),
  job_type: jobTypeSchema,
  status: jobStatusSchema,
  start_date: timestampSchema,
  end_date: timestampSchema,
  time_zone: z.string(),
  owner: namedMemberSchema,
  /** The current sitter, or the last one. */
  sitter: namedMemberSchema.nullable(),
});
export type JobContext = z.infer<typeof jobContextSchema>;
