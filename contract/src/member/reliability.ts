import { z } from 'zod';

export const reliabilitySideSchema = z.enum(['sitter', 'owner']);

/** How a member's jobs ended, as owner or as sitter, counted by the database from the claims. */
export const reliabilitySchema = z.object({
  side: reliabilitySideSchema,
  finished: z.int(),
  /** Claimed jobs that this member canceled. */
  cancelled: z.int(),
  /** The shortest notice of those cancellations before the start, in whole days; null for none. */
  shortest_notice_days: z.int().nullable(),
  /** Jobs of a sitter that the owner reported as a no-show; always 0 for owners. */
  no_shows: z.int(),
});
export type Reliability = z.infer<typeof reliabilitySchema>;
