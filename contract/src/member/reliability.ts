import { z } from 'zod';

export const reliabilitySideSchema = z.enum(['sitter', 'owner']);

/** How the jobs of a member ended on one side, counted in the database from the claims. */
export const reliabilitySchema = z.object({
  side: reliabilitySideSchema,
  finished: z.int(),
  /** Claimed jobs that this member called off. */
  cancelled: z.int(),
  /** The shortest time before a start at which they did, in whole days; null for none. */
  shortest_notice_days: z.int().nullable(),
  /** Jobs of a sitter that an owner reported as a no-show; always 0 for owners. */
  no_shows: z.int(),
});
export type Reliability = z.infer<typeof reliabilitySchema>;
