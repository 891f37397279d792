import { z } from 'zod';

/** Summary of a member's published reviews. [R8] [R9] */
export const ratingSchema = z.object({
  /** From 1 to 5 stars, with two decimals; null while there is none. */
  average: z.number().nullable(),
  count: z.int(),
  /** How many reviewers would do it again. */
  would_repeat: z.int(),
});
export type Rating = z.infer<typeof ratingSchema>;
