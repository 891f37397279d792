import { z } from 'zod';
import { idSchema } from '../transport/base.ts';

/** A member where their name is all that is shown of them. */
export const namedMemberSchema = z.object({ id: idSchema, full_name: z.string() });
