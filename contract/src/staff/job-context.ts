import { z } from 'zod';
import { jobStatusSchema, jobTypeSchema } from '../job/schema.ts';
import { namedMemberSchema } from '../member/named.ts';
import { timestampSchema } from '../transport/base.ts';

/** A job that a request or a member is about, and its two sides; no address and no texts. [F4] */
export const jobContextSchema = z.object({
  id: z.uuid(),
  pet_name: z.string(),
  job_type: jobTypeSchema,
  status: jobStatusSchema,
  start_date: timestampSchema,
  end_date: timestampSchema,
  time_zone: z.string(),
  owner: namedMemberSchema,
  /** Who holds it, or held it last. */
  sitter: namedMemberSchema.nullable(),
});
export type JobContext = z.infer<typeof jobContextSchema>;
