import { z } from 'zod';
import { RATE_MAX } from '../payment/rules.ts';
import { serviceSchema } from './schema.ts';

/** How far from an area a search can reach, in miles, and how far it does unless told. */
export const WITHIN_MILES_MAX = 50;
export const WITHIN_MILES = 10;

/** What members narrow the directory down by; all of it must hold. [R8] */
export const directoryFilterSchema = z.object({
  /** Sitters whose area is this place, or lies within so many miles of it as the crow flies. */
  place_id: z.coerce.number().int().positive().max(2_147_483_647).optional(),
  within_miles: z.coerce.number().int().min(1).max(WITHIN_MILES_MAX).optional(),
  /** Sitters with hours on this day, on the wall of their own zone. */
  free_on: z.iso.date().optional(),
  /** Sitters who offer it, and those who have not said. */
  service: serviceSchema.optional(),
  /** Sitters who ask for no more an hour or a job, and those whose rate is negotiable. */
  max_rate: z.coerce.number().positive().max(RATE_MAX).optional(),
  /** Sitters with at least so many stars on average; who has no review yet is not among them. */
  min_rating: z.coerce.number().min(1).max(5).optional(),
  /** Sitters among the favorites of the reader. */
  favorites: z.literal('true').optional(),
});
/** Complete profiles first, then the newest; or the best rated first, of equal stars the most reviewed. [R9] */
export const directorySortSchema = z.enum(['complete', 'rating']);
export type DirectorySort = z.infer<typeof directorySortSchema>;

export type DirectoryFilter = z.infer<typeof directoryFilterSchema>;
