import { z } from 'zod';
import { RATE_MAX } from '../payment/rules.ts';
import { DIRECTORY_SORTS, WITHIN_MILES_MAX } from './directory-rules.ts';
import { serviceSchema } from './schema.ts';

/** The directory filters; all of them must match. [R8] */
export const directoryFilterSchema = z.object({
  /** Sitters whose area is this place, or is within this distance in a straight line. */
  place_id: z.coerce.number().int().positive().max(2_147_483_647).optional(),
  within_miles: z.coerce.number().int().min(1).max(WITHIN_MILES_MAX).optional(),
  /** Sitters with hours on this day, in their own time zone. */
  free_on: z.iso.date().optional(),
  /** With `free_on`: sitters with hours on every day from `free_on` to this day. */
  free_until: z.iso.date().optional(),
  /** Sitters who offer this service, and those who have not said. */
  service: serviceSchema.optional(),
  /** Sitters who charge at most this much an hour or a job, and those whose rate is negotiable. */
  max_rate: z.coerce.number().positive().max(RATE_MAX).optional(),
  /** Sitters with at least this average rating; those without reviews are left out. */
  min_rating: z.coerce.number().min(1).max(5).optional(),
  /** Sitters among the caller's favorites. */
  favorites: z.literal('true').optional(),
});
export const directorySortSchema = z.enum(DIRECTORY_SORTS);

export type DirectoryFilter = z.infer<typeof directoryFilterSchema>;
