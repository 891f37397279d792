import { z } from 'zod';
import { namedMemberSchema } from './named.ts';

/**
 * How two members are connected: the members between them, starting next to the viewer; null for
 * one who has not agreed to be named. Empty when they know each other directly; null when no path
 * was found.
 */
export const trustPathSchema = z.object({
  between: z.array(namedMemberSchema.nullable()).max(3).nullable(),
});
export type TrustPath = z.infer<typeof trustPathSchema>;
