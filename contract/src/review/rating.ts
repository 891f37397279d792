import { z } from 'zod';

/** What published reviews say of a member in sum. [R8] [R9] */
export const ratingSchema = z.object({
  /** Of 1 to 5 stars, to two decimals; null while there is none. */
  average: z.number().nullable(),
  count: z.int(),
  /** How many of them would do it again. */
  would_repeat: z.int(),
});
export type Rating = z.infer<typeof ratingSchema>;
