import { z } from 'zod';
import { namedMemberSchema } from './named.ts';

/**
 * How two members know each other: who is between them, from the reader on; null for a person who has
 * not agreed to be named. Empty when they know each other directly; null when no way was found.
 */
export const trustPathSchema = z.object({
  between: z.array(namedMemberSchema.nullable()).max(3).nullable(),
});
export type TrustPath = z.infer<typeof trustPathSchema>;
