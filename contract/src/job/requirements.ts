import { z } from 'zod';
import { momentSchema, uuidSchema } from '../transport/base.ts';

/** The most reviews an owner can require; a sitter's reviews are counted up to this. */
export const REVIEWS_REQUIRED_MAX = 10;
/** How long some can have a job before others, in hours. */
export const HEAD_START_HOURS_MAX = 72;
/** How many sitters an owner can ask first. */
export const ASKED_MAX = 5;

/** Requirements for sitters who were not asked by name, as chosen by the owner. [J2] */
export const requirementsDraftSchema = z.strictObject({
  /** A job that owner and sitter finished together, in either role. */
  met_before: z.boolean().default(false),
  /** Staff have verified the sitter's identity. */
  verified: z.boolean().default(false),
  /** The number of published reviews of the sitter. */
  min_reviews: z.int().min(0).max(REVIEWS_REQUIRED_MAX).default(0),
  /**
   * For how many hours from now it is reserved for the owner's favorites, at most until the
   * start; 0 for none.
   */
  favorites_first_hours: z.int().min(0).max(HEAD_START_HOURS_MAX).default(0),
});

/** The same for an open job; without a number of hours, the favorites' head start stays. */
export const requirementsChangeSchema = requirementsDraftSchema.extend({
  favorites_first_hours: z.int().min(0).max(HEAD_START_HOURS_MAX).optional(),
});

/** The sitters who may claim a job before others, and for how many hours at most. [J2] */
export const askFirstSchema = z.strictObject({
  sitter_ids: z
    .array(uuidSchema)
    .min(1, 'Choose at least one sitter')
    .max(ASKED_MAX, `Choose ${ASKED_MAX} sitters at most`)
    .transform((ids) => [...new Set(ids)]),
  hours: z.int().min(1).max(HEAD_START_HOURS_MAX),
});

/** An open job's requirements for claiming, as its viewer sees them. [J4] [J5] */
export const requirementsSchema = z.object({
  met_before: z.boolean(),
  verified: z.boolean(),
  min_reviews: z.int(),
  /** When it opens to everyone; null if it has. Only its owner sees why it has not. */
  opens_at: momentSchema.nullable(),
  /**
   * What the viewer fulfills; null for the owner. Reviews are counted up to
   * `REVIEWS_REQUIRED_MAX`.
   */
  mine: z.object({ has_met: z.boolean(), is_verified: z.boolean(), reviews: z.int() }).nullable(),
});
export type Requirements = z.infer<typeof requirementsSchema>;
