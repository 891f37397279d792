import { z } from 'zod';
import { idSchema } from '../transport/base.ts';

/** A member of whom only the name is shown. */
export const namedMemberSchema = z.object({ id: idSchema, full_name: z.string() });
