import { z } from 'zod';
import { jobStatusSchema, jobTypeSchema } from '../job/schema.ts';
import { memberCardSchema } from '../member/schema.ts';
import { verbatimText } from '../text/schema.ts';
import { timestampSchema, uuidSchema } from '../transport/base.ts';

/** The reason of a staff action, which is shown to the member concerned and stored in the log. */
export const moderationReasonSchema = verbatimText({ label: 'Reason', max: 500, min: 1 });

/** A job as the Content Moderation page shows it: texts, picture and area, no address. [S4] */
export const moderatedJobSchema = z.object({
  id: uuidSchema,
  title: z.string(),
  description: z.string(),
  location: z.string().nullable(),
  job_type: jobTypeSchema,
  status: jobStatusSchema,
  /** Its live claim, which a completed job has until its owner confirms it. [J9] */
  claim: z.object({ id: uuidSchema, confirmed_at: timestampSchema.nullable() }).nullable(),
  created_at: timestampSchema,
  pet_name: z.string(),
  pet_image_url: z.string().nullable(),
  owner: memberCardSchema,
  /** The reason that staff gave for taking it down; null if they have not. */
  taken_down_reason: z.string().nullable(),
  can: z.object({ take_down: z.boolean(), end_claim: z.boolean() }),
});
export type ModeratedJob = z.infer<typeof moderatedJobSchema>;

/** A member's photo and bio, as the Content Moderation page shows them. [S4] */
export const moderatedProfileSchema = memberCardSchema.extend({
  bio: z.string().nullable(),
  created_at: timestampSchema,
  can: z.object({ remove_part: z.boolean() }),
});
export type ModeratedProfile = z.infer<typeof moderatedProfileSchema>;

/** The parts of a profile that staff can remove. */
export const profilePartSchema = z.enum(['photo', 'bio']);
export type ProfilePart = z.infer<typeof profilePartSchema>;
