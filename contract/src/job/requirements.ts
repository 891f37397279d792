import { z } from 'zod';
import { momentSchema } from '../transport/base.ts';

/** How many reviews an owner can ask for at most; no more of a sitter's are counted for it. */
export const REVIEWS_REQUIRED_MAX = 10;
/** How long a job can be for some before all others, in hours. */
export const HEAD_START_HOURS_MAX = 72;
/** How many sitters an owner can ask first. */
export const ASKED_MAX = 5;

/** What a sitter must meet who was not asked by name, as an owner chooses it. [J2] */
export const requirementsDraftSchema = z.strictObject({
  /** A job that owner and sitter finished together, on either side. */
  met_before: z.boolean().default(false),
  /** Staff have checked the sitter's identity. */
  verified: z.boolean().default(false),
  /** Published reviews of the sitter. */
  min_reviews: z.int().min(0).max(REVIEWS_REQUIRED_MAX).default(0),
  /** From now on so many hours, but not beyond the start, it is for the owner's favorites; 0 for none. */
  favorites_first_hours: z.int().min(0).max(HEAD_START_HOURS_MAX).default(0),
});
export type RequirementsDraft = z.infer<typeof requirementsDraftSchema>;

/** The same of a job that is open; without a number of hours, favorites keep the head start they have. */
export const requirementsChangeSchema = requirementsDraftSchema.extend({
  favorites_first_hours: z.int().min(0).max(HEAD_START_HOURS_MAX).optional(),
});

/** The sitters who may claim a job before all others, and for how many hours at most. [J2] */
export const askFirstSchema = z.strictObject({
  sitter_ids: z
    .array(z.uuid())
    .min(1, 'Choose at least one sitter')
    .max(ASKED_MAX, `Choose ${ASKED_MAX} sitters at most`)
    .transform((ids) => [...new Set(ids)]),
  hours: z.int().min(1).max(HEAD_START_HOURS_MAX),
});

/** What an open job asks of who claims it, as its reader sees it. [J4] [J5] */
export const requirementsSchema = z.object({
  met_before: z.boolean(),
  verified: z.boolean(),
  min_reviews: z.int(),
  /** When it opens to everyone; null when it has. Why it has not is told to its owner alone. */
  opens_at: momentSchema.nullable(),
  /** What the reader has of it; null for its owner. Reviews are counted up to `REVIEWS_REQUIRED_MAX`. */
  mine: z.object({ has_met: z.boolean(), is_verified: z.boolean(), reviews: z.int() }).nullable(),
});
export type Requirements = z.infer<typeof requirementsSchema>;
